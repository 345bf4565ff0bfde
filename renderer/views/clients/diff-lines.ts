import type { ClientChangeView } from '../../../main/contract/client-views.ts';

export interface DiffLine {
  readonly sign: '+' | '-';
  /** In the file before, or after, the change. */
  readonly number: number;
  readonly text: string;
}

/** The changed bytes as lines of a diff. Only they are known: neighbours hold other programs' keys. */
export function diffLines({
  line,
  removed,
  added,
}: NonNullable<ClientChangeView['change']>): readonly DiffLine[] {
  return [...toLines('-', line, removed), ...toLines('+', line, added)];
}

function toLines(sign: DiffLine['sign'], first: number, text: string): DiffLine[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  // A change that ends with its line ends there.
  if (lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((each, index) => ({ sign, number: first + index, text: each }));
}
