import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { toGatewayError } from '../../../main/platform/gateway-error.ts';
import { createSandbox } from '../../../main/sandbox/create-sandbox.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { builtHost } from './open-sandbox.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'swollen-host-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** How the second of two runs ends that is alone, with 8 MB of its own, when the host tells of 1500 MB. */
async function endOfSmallRun(firstMb: number, name: string): Promise<unknown> {
  const hostScript = path.join(folder, `${name}.cjs`);
  copyFileSync(fileURLToPath(new URL('hosts/swollen.cjs', import.meta.url)), hostScript);
  const sandbox = createSandbox({ ...builtHost, hostScript, logger: { log: () => undefined } });
  const run = (memoryMb: number): Promise<unknown> =>
    sandbox.run(glueJob('', { limits: { memoryMb } })).then(
      ({ value }) => value,
      (error: unknown) => toGatewayError(error).code,
    );
  const [, end] = await Promise.all([run(firstMb), run(8)]);
  await sandbox.close();
  return end;
}

test('a run that fills its host alone is stopped for its memory', async () => {
  expect(await endOfSmallRun(8, 'fresh')).toBe('limit-memory');
});

test('a run is not blamed for what a big one beside it just left', async () => {
  expect(await endOfSmallRun(1024, 'fresh')).toBe('second');
});

test('a run is not blamed for what its host held before', async () => {
  expect(await endOfSmallRun(8, 'held')).toBe('second');
});
