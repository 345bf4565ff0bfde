import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type HostProcess, startHostProcess } from '../../../../main/sandbox/host-process.ts';
import type { HostFrame } from '../../../../main/sandbox/protocol.ts';
import type { SourceFile } from '../../../../main/sandbox/sandbox.ts';
import { builtHost } from '../open-sandbox.ts';

let host: HostProcess | undefined;

afterEach(async () => {
  host?.kill();
  await host?.exited;
});

/** What a host says of files whose top level ran in two runs and, in its first quiet moment, ahead of a third. */
async function frames(files: readonly SourceFile[]): Promise<readonly string[]> {
  const said: HostFrame[] = [];
  let onSaid: (frame: HostFrame) => void = () => undefined;
  const next = (kind: HostFrame['t']): Promise<void> =>
    new Promise((resolve) => {
      onSaid = (frame) => {
        if (frame.t === kind) resolve();
      };
    });
  const ready = next('ready');
  const running = startHostProcess(
    builtHost,
    { log: () => undefined },
    {
      onFrame(frame) {
        said.push(frame);
        onSaid(frame);
      },
      onExit: () => undefined,
    },
  );
  host = running;
  await ready;
  running.send({ t: 'source', key: 7, files, isUnfit: false });
  for (const id of [1, 2]) {
    const done = next('done');
    running.send({
      t: 'run',
      id,
      entry: { source: 7, functionName: 'describe' },
      argsText: '[]',
      bridge: { global: 'api', names: ['db'] },
      globalsText: '{"params":{}}',
      globalNames: ['params'],
      limits: { timeoutMs: 5000, memoryMb: 64, calls: 10, resultBytes: 1_000_000 },
    });
    await done;
  }
  await next('idle');
  return said
    .filter(({ t }) => t === 'unfit' || t === 'worn')
    .map((frame) => JSON.stringify(frame));
}

const glue = (top: string): readonly SourceFile[] => [
  { name: 'glue.js', source: `${top}\nfunction describe() { return { tools: [] }; }` },
];

test.each([
  ['asks for the time', glue('const at = Date.now();')],
  ['asks for chance', glue('const dice = Math.random();')],
  ['reads the arguments', glue('const asked = typeof params;')],
  ['fills a buffer', glue('const table = new Uint8Array(4e6).fill(1);')],
])('a host says that it cannot load ahead what %s', async (_, files) => {
  expect(await frames(files)).toEqual(['{"t":"unfit","key":7}']);
});

const unitsFolder = path.resolve('units');

test.each(['netdata', 'homelab'])('a host loads the files of the unit %s ahead', async (unit) => {
  const folder = path.join(unitsFolder, unit);
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => ({
    name,
    source: readFileSync(path.join(folder, name), 'utf8'),
  }));
  expect(await frames(files)).toEqual([]);
});
