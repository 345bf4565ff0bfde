// What the installer asks of a file format: find one entry, add it, change it, cut it out. All on text; every byte
// that need not change stays.

/** What an entry holds: ours is texts and lists of them, one that is put back may hold anything of its format. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly FieldValue[]
  | { readonly [name: string]: FieldValue };
/** Order is the order written. */
export type Fields = readonly (readonly [name: string, value: FieldValue])[];

export interface EntryPlace {
  /** Names, never split at dots: one client's key is `amp.mcpServers`. Empty: the root itself. */
  readonly key: readonly string[];
  readonly name: string;
  /** The entries are a list and carry their name in `name`, instead of a map by name. */
  readonly isList: boolean;
}

/** What stood where our entry goes, so that the last removal can put it back. */
export type MapBefore =
  | { readonly kind: 'filled' }
  /** `parent`: the very text of the empty container the map went into, when it was empty. */
  | { readonly kind: 'absent'; readonly parent?: string | undefined }
  /** The very text of the empty map, list or null. */
  | { readonly kind: 'token'; readonly text: string };

export interface Removal {
  readonly text: string;
  /** Nothing but blanks is left in the document. */
  readonly isEmpty: boolean;
}

/** A parsed text. All three edits check their own result and throw a `Refusal` rather than return a bad one. */
export interface Reading {
  /** The entry's value as plain data; undefined when there is none of that name. */
  readonly entry: unknown;
  readonly mapBefore: MapBefore;
  /** The document as plain data, for warnings about lists that hide us. Only for small documents. */
  lookUp(path: readonly string[]): unknown;
  insert(fields: Fields): string;
  /** Replaces what differs of `fields`, adds what is missing, leaves the rest of the entry. */
  update(fields: Fields): string;
  remove(before: MapBefore): Removal;
}

export interface EntryFormat {
  /** Throws a `Refusal` with an offset when the text is not valid or the place is not ours to edit. */
  read(text: string, place: EntryPlace): Reading;
}
