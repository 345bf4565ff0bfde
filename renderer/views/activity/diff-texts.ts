import { indentParameters } from './indent-parameters.ts';

export interface ChangedLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

/** Two JSON texts line by line: what they share at the start and the end, and what differs between. */
export function diffTexts(before: string, after: string): readonly ChangedLine[] {
  const [old, fresh] = [before, after].map((text) => indentParameters(text).split('\n')) as [
    string[],
    string[],
  ];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end += 1;
  const context = 2;
  const same = (text: string): ChangedLine => ({ sign: ' ', text });
  return [
    ...old.slice(Math.max(0, start - context), start).map(same),
    ...old.slice(start, old.length - end).map((text) => ({ sign: '-' as const, text })),
    ...fresh.slice(start, fresh.length - end).map((text) => ({ sign: '+' as const, text })),
    ...old.slice(old.length - end, old.length - end + context).map(same),
  ];
}
