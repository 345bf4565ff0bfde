import { expect, test } from 'vitest';
import { encodeFrame, parseHostFrame, splitFrame } from '../../../main/sandbox/protocol.ts';

test('carries a payload beside its header without encoding it again', () => {
  const payload = JSON.stringify({ text: 'tab\tnewline\n\u2028' });
  const line = encodeFrame({ t: 'done', id: 7 }, payload);
  expect(line).toBe(`{"t":"done","id":7}\t${payload}\n`);
  expect(splitFrame(line.slice(0, -1))).toEqual({ header: { t: 'done', id: 7 }, payload });
});

test('keeps only the known facts of a thrown value', () => {
  const facts = { message: 'm', name: 'Error', line: 3, column: 1.5, file: 7, secret: 'x' };
  expect(parseHostFrame({ t: 'thrown', id: 1, facts })).toEqual({
    t: 'thrown',
    id: 1,
    facts: { message: 'm', name: 'Error', line: 3 },
  });
});

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['an unknown kind', { t: 'exec', id: 1 }],
  ['a call without an id', { t: 'call', call: 1, path: ['a'] }],
  ['a call with a deep path', { t: 'call', id: 1, call: 1, path: ['a', 'b', 'c'] }],
  ['a call whose path is no list of names', { t: 'call', id: 1, call: 1, path: [{}] }],
  ['a limit nobody knows', { t: 'limit', id: 1, code: 'limit-luck' }],
  ['a heartbeat without memory', { t: 'beat', held: 0, busy: [] }],
  ['a heartbeat without what was held before', { t: 'beat', rss: 1, busy: [] }],
  ['a thrown value without a message', { t: 'thrown', id: 1, facts: {} }],
  ['a console line that is none', { t: 'log', id: 1, line: {} }],
])('refuses %s from a host', (_, header) => {
  expect(parseHostFrame(header)).toBeUndefined();
});
