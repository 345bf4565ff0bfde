/** One verb of the command line. */
export interface Command {
  /** Shown by --help: how to call it, then what it does. */
  readonly usage: string;
  /** Without what belongs to another program's command line; all of them where there is none. */
  ownArguments?(args: readonly string[]): readonly string[];
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** What the user typed cannot be run; the text says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
