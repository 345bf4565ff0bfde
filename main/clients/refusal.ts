/** Why a client's file is left alone. The words are stable: the command line prints them, tests cite them. */
export type RefusalReason =
  | 'parse-error'
  | 'duplicate-key'
  | 'wrong-type'
  | 'encoding'
  | 'read-only'
  | 'dangling-link'
  | 'not-a-file'
  | 'same-name-not-ours'
  | 'not-installed'
  | 'file-absent'
  | 'no-file'
  | 'ambiguous'
  | 'locked'
  | 'file-changes'
  | 'client-running'
  | 'place-not-permanent'
  | 'check-failed';

/** Thrown by what reads and edits; `refusal-view.ts` adds the file's name. Never quotes a value of the file. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;
  /** Offset in the text, when the trouble has a place. */
  readonly offset: number | undefined;

  constructor(reason: RefusalReason, message: string, offset?: number) {
    super(message);
    this.reason = reason;
    this.offset = offset;
  }
}

/** An edit is thrown away when its result is not the old content and our entry. */
export function checkFailed(cause?: unknown): Refusal {
  const refusal = new Refusal(
    'check-failed',
    'the edited text did not pass its own check, so it was thrown away',
  );
  refusal.cause = cause;
  return refusal;
}
