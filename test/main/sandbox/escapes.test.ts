import { beforeAll, describe, expect, test } from 'vitest';
import { Emitter } from '../../../main/platform/emitter.ts';
import { toGatewayError } from '../../../main/platform/gateway-error.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import type { Attempt } from './escapes/attempt.ts';
import { codeFromText } from './escapes/code-from-text.ts';
import { crossing } from './escapes/crossing.ts';
import { outside } from './escapes/outside.ts';
import { bombs, loops } from './escapes/runaways.ts';
import { openSandbox } from './open-sandbox.ts';

interface Quiet {
  readonly pid: unknown;
  readonly megabytes: number;
}

/** A host that had runs and has nothing to do; undefined when it is replaced for its memory. */
const idle = new Emitter<Quiet | undefined>();
let measured: Quiet | undefined;
const sandbox = openSandbox({
  log: (_, message, data) => {
    if (message.startsWith('Sandbox host is replaced: it holds')) measured = undefined;
    if (message !== 'Sandbox host is idle' || data?.['served'] === 0) return;
    measured = { pid: data?.['pid'], megabytes: Number(data?.['megabytes']) };
    // Whether it is replaced is said right after.
    setImmediate(() => {
      idle.emit(measured);
    });
  },
});

/** The memory of the host that stays, after a run of its own. */
async function quietHost(): Promise<Quiet> {
  await sandbox.run(glueJob('const tool = () => 1'));
  const quiet = await new Promise<Quiet | undefined>((resolve) => {
    const stop = idle.on((value) => {
      stop();
      resolve(value);
    });
  });
  return quiet ?? quietHost();
}

let before: Quiet;
beforeAll(async () => {
  const job = glueJob(`const tool = () => api.db.get({ text: 'x'.repeat(50000) })`);
  for (let i = 0; i < 300; i += 1) await sandbox.run(job);
  before = await quietHost();
});

async function ending({ source, limits = {}, onCall }: Attempt): Promise<Attempt['ends']> {
  try {
    const { value } = await sandbox.run(glueJob(source, { limits, ...(onCall && { onCall }) }));
    return { value };
  } catch (error) {
    return { error: toGatewayError(error).code };
  }
}

describe.each([
  { kind: 'code from text', attempts: codeFromText },
  { kind: 'the world outside', attempts: outside },
  { kind: 'loops', attempts: loops },
  { kind: 'memory', attempts: bombs },
  { kind: 'values that cross', attempts: crossing },
])('$kind', ({ attempts }) => {
  test.each(attempts)('holds against $name and answers the next run', async (attempt) => {
    const ends = await ending(attempt);
    const next = await sandbox.run(glueJob('const tool = () => 1'));
    expect({ ends, next: next.value }).toEqual({ ends: attempt.ends, next: 1 });
  });

  test('leaves a host with no more memory than before, or with a new one', async () => {
    const after = await quietHost();
    // Logged as whole megabytes.
    const most = after.pid === before.pid ? before.megabytes * 1.1 + 1 : 80;
    expect(after.megabytes).toBeLessThanOrEqual(Math.min(most, 80));
    if (after.pid !== before.pid) before = after;
  });
});
