/** Where answers that are files go, so that no bytes pass through the model. */
export interface FileStore {
  put(bytes: Buffer, facts: FileFacts): Promise<StoredFile>;
  /** By the id or the URL that `put` returned; undefined for everything else, and when it has expired. */
  read(handle: string): Promise<KeptFile | undefined>;
}

export interface FileFacts {
  readonly contentType: string;
  readonly ttlMs: number;
}

export interface StoredFile {
  readonly id: string;
  readonly url: string;
  readonly expires: Date;
}

export interface KeptFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly name: string;
}
