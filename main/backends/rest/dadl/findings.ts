export type KeyPath = readonly (string | number)[];

/** One thing to say about a DADL file, at the key it is about. */
export interface Finding {
  readonly path: KeyPath;
  readonly message: string;
  /** A slip of the author's that a published file must not have. */
  readonly isSlip?: boolean;
}

/** Collects everything that is wrong with a file, so that its author sees it at once. */
export class Findings {
  readonly errors: Finding[] = [];
  readonly warnings: Finding[] = [];

  /** The file is refused. */
  error(path: KeyPath, text: string): void {
    this.errors.push({ path, message: withPath(path, text) });
  }

  /** The file loads, without what this is about. */
  warn(path: KeyPath, text: string): void {
    this.warnings.push({ path, message: withPath(path, text) });
  }

  /** The file loads; `toolmesh dadl check` refuses it. */
  slip(path: KeyPath, text: string): void {
    this.warnings.push({ path, message: withPath(path, text), isSlip: true });
  }
}

/** A value as it can be shown in a message. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return typeof value;
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function withPath(path: KeyPath, text: string): string {
  return path.length === 0 ? text : `${path.join('.')}: ${text}`;
}
