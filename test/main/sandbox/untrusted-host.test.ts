import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { GatewayError } from '../../../main/platform/gateway-error.ts';
import { createSandbox } from '../../../main/sandbox/create-sandbox.ts';
import { startHostProcess } from '../../../main/sandbox/host-process.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { builtHost } from './open-sandbox.ts';

const logger = { log: () => undefined };
const { nodePath } = builtHost;
const folder = mkdtempSync(path.join(tmpdir(), 'untrusted-host-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A host's script in a folder of its own: that is all a host may read. */
function hostScript(source: string, name: string): string {
  const target = path.join(folder, `${name}.cjs`);
  copyFileSync(fileURLToPath(new URL(`hosts/${source}.cjs`, import.meta.url)), target);
  return target;
}

async function runOn(rule: string): Promise<string> {
  const sandbox = createSandbox({ nodePath, hostScript: hostScript('dishonest', rule), logger });
  const job = glueJob('const tool = () => 1', { limits: { timeoutMs: 300, calls: 5 } });
  try {
    return await sandbox.run(job).then(
      ({ value }) => `value ${String(value)}`,
      (error: unknown) => (error as GatewayError).code,
    );
  } finally {
    await sandbox.close();
  }
}

test('denies the host files, processes, threads and the network', async () => {
  const report = await new Promise<unknown>((resolve) => {
    const host = startHostProcess({ nodePath, hostScript: hostScript('probe', 'probe') }, logger, {
      onFrame(frame) {
        host.kill();
        resolve(frame.t === 'log' ? JSON.parse(frame.line) : frame);
      },
      onExit: resolve,
    });
  });
  const denied = 'ERR_ACCESS_DENIED';
  expect(report).toEqual({
    environment: process.platform === 'win32' ? (expect.any(Number) as unknown) : 0,
    readOther: denied,
    readRoot: denied,
    write: denied,
    start: denied,
    thread: denied,
    inspect: denied,
    network: denied,
  });
});

test.each([
  { rule: 'noise', ends: 'sandbox-restarted' },
  { rule: 'unknown', ends: 'sandbox-restarted' },
  { rule: 'not-json', ends: 'sandbox-restarted' },
  { rule: 'too-many-calls', ends: 'sandbox-restarted' },
  { rule: 'someone-else', ends: 'sandbox-restarted' },
  { rule: 'silent', ends: 'limit-time' },
  { rule: 'deep', ends: 'limit-result' },
])('ends the run with $ends when its host is $rule', async ({ rule, ends }) => {
  expect(await runOn(rule)).toBe(ends);
});

test('the time of a run begins once its host has started', async () => {
  const limits = { timeoutMs: 50 };
  // Later than the limit and the second that is granted beyond it.
  const sandbox = createSandbox({ nodePath, hostScript: hostScript('late', '1500'), logger });
  const { value } = await sandbox.run(glueJob('const tool = () => 1', { limits }));
  expect(value).toBeUndefined();
  await sandbox.close();
});

test('says so when a host does not get ready', async () => {
  const script = hostScript('late', '600000');
  const sandbox = createSandbox({ nodePath, hostScript: script, logger, startMs: 200 });
  await expect(sandbox.run(glueJob('const tool = () => 1'))).rejects.toThrow(
    'the sandbox host does not start (ended by SIGKILL: not ready after 0.2 s)',
  );
  await sandbox.close();
});
