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

/** Megabytes of a host that had runs and has nothing to do; undefined when it is replaced for them. */
const idle = new Emitter<number | undefined>();
let measured: number | undefined;
const sandbox = openSandbox({
  log: (_, message, data) => {
    if (message.startsWith('Sandbox host is replaced: it holds')) measured = undefined;
    if (message !== 'Sandbox host is idle' || data?.['served'] === 0) return;
    measured = Number(data?.['megabytes']);
    // Whether it is replaced is said right after.
    setImmediate(() => {
      idle.emit(measured);
    });
  },
});

/** The memory of the host that stays, after a run of its own. */
async function idleMegabytes(): Promise<number> {
  await sandbox.run(glueJob('const tool = () => 1'));
  const megabytes = await new Promise<number | undefined>((resolve) => {
    const stop = idle.on((value) => {
      stop();
      resolve(value);
    });
  });
  return megabytes ?? idleMegabytes();
}

let before = 0;
beforeAll(async () => {
  const job = glueJob(`const tool = () => api.db.get({ text: 'x'.repeat(50000) })`);
  for (let i = 0; i < 300; i += 1) await sandbox.run(job);
  before = await idleMegabytes();
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
    const after = await idleMegabytes();
    expect(after).toBeLessThanOrEqual(Math.min(before * 1.1, 80));
  });
});
