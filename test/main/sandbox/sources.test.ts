import { expect, test } from 'vitest';
import type { GatewayFrame } from '../../../main/sandbox/protocol.ts';
import type { SourceFile } from '../../../main/sandbox/sandbox.ts';
import { createSources } from '../../../main/sandbox/sources.ts';

const glue = (): readonly SourceFile[] => [{ name: 'glue.js', source: 'const tool = () => 1' }];

function openHost() {
  const sent: GatewayFrame[] = [];
  const sources = createSources((frame) => sent.push(frame));
  return { sources, sent };
}

test('sends the files of a unit once', () => {
  const { sources, sent } = openHost();
  const files = glue();
  expect([sources.keyOf(files), sources.keyOf(files)]).toEqual([1, 1]);
  expect(sent).toEqual([{ t: 'source', key: 1, files }]);
});

test('takes back the files used longest ago above 64 lists', () => {
  const { sources, sent } = openHost();
  const first = glue();
  sources.keyOf(first);
  for (let more = 0; more < 63; more += 1) sources.keyOf(glue());
  sources.keyOf(first);
  sources.keyOf(glue());
  expect(sent.filter(({ t }) => t === 'drop')).toEqual([{ t: 'drop', key: 2 }]);
});
