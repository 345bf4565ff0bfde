import { expect, test } from 'vitest';
import { createLineReader } from '../../../main/sandbox/line-reader.ts';

function read(chunks: readonly Buffer[], maxChars = 100): { lines: string[]; cuts: number } {
  const lines: string[] = [];
  let cuts = 0;
  const reader = createLineReader(
    maxChars,
    (line) => lines.push(line),
    () => {
      cuts += 1;
    },
  );
  for (const chunk of chunks) reader(chunk);
  return { lines, cuts };
}

test('joins lines and characters that arrive in pieces', () => {
  const bytes = Buffer.from('one\n€uro and ünï\n\nlast');
  const chunks = [...bytes].map((byte) => Buffer.from([byte]));
  expect(read(chunks)).toEqual({ lines: ['one', '€uro and ünï', ''], cuts: 0 });
});

test('reports a line without end once and reads no further', () => {
  const chunks = [Buffer.from('ok\n'), Buffer.alloc(80, 'x'), Buffer.alloc(80, 'x')];
  expect(read([...chunks, Buffer.from('\nmore\n')])).toEqual({ lines: ['ok'], cuts: 1 });
});
