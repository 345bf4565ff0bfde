import type {
  ClientChangeView,
  ClientSnippetView,
  ClientView,
  ConflictChoice,
} from './client-views.ts';

export interface ClientActionOptions {
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Also into the profiles of an editor. */
  readonly profiles?: boolean | undefined;
  /** What becomes of somebody else's entry that has our name; without a choice nothing is written. */
  readonly conflict?: ConflictChoice | undefined;
}

/** What the window asks about local MCP clients. Nothing here needs a running gateway. */
export interface ClientServices {
  /** Detected clients first, then those that only could be there; each in the order of the registry. */
  clients(): Promise<readonly ClientView[]>;
  /** One change per file; a refused file is a change with `outcome: 'refused'`, never an exception. */
  installClient(id: string, options?: ClientActionOptions): Promise<readonly ClientChangeView[]>;
  /** All detected clients that have no entry yet. */
  installAllClients(options?: ClientActionOptions): Promise<readonly ClientChangeView[]>;
  removeClient(id: string, options?: ClientActionOptions): Promise<readonly ClientChangeView[]>;
  repairClient(id: string, options?: ClientActionOptions): Promise<readonly ClientChangeView[]>;
  /** Without an id, or for an unknown one, the entry most clients take. */
  clientSnippet(id?: string): ClientSnippetView;
  /** The file of a client, for "show in folder": the window names a client, never a path. */
  clientFile(id: string): Promise<string | undefined>;
  /** Writes the bundle that Claude Desktop installs when it is opened, and returns its path. */
  writeClientBundle(): Promise<string>;
  /** A client came, or a file was changed by us. Returns the unsubscribe. */
  onClientsChange(listener: () => void): () => void;
}
