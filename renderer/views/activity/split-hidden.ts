export interface TextPiece {
  readonly isHidden: boolean;
  readonly text: string;
}

// What the gateway puts in place of a secret.
const mark = '[hidden]';

/** A text in pieces, so that what was hidden can be shown as such and not as a value. */
export function splitHidden(text: string): readonly TextPiece[] {
  return text
    .split(mark)
    .flatMap((piece, index) => [
      ...(index === 0 ? [] : [{ isHidden: true, text: mark }]),
      ...(piece === '' ? [] : [{ isHidden: false, text: piece }]),
    ]);
}
