import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { derivedFixtures } from '../../builders/netdata-derived.mjs';
import { netdataFixtures } from '../../fakes/replay-netdata.mjs';

function filesOf(folder: string): readonly string[] {
  return readdirSync(path.join(netdataFixtures, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.posix.join(folder, name));
}

test('derived replies are exactly what follows from the recordings', () => {
  const derived = derivedFixtures();
  const stored = ['derived', 'offline', 'single', 'upgraded', 'small']
    .flatMap(filesOf)
    .map((name): [string, unknown] => [
      name,
      JSON.parse(readFileSync(path.join(netdataFixtures, name), 'utf8')),
    ])
    .filter(([, fixture]) => (fixture as { derived?: string }).derived !== undefined);
  expect(Object.fromEntries(stored)).toEqual(derived);
});

test('every recorded reply says what was asked and how large it was', () => {
  for (const name of filesOf('.')) {
    const fixture = JSON.parse(readFileSync(path.join(netdataFixtures, name), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(fixture, name).toMatchObject({
      status: 200,
      bytes: expect.any(Number) as number,
      reply: expect.any(Object) as object,
    });
    expect(fixture['derived'], name).toBeUndefined();
  }
});
