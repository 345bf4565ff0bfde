import { expect, test } from 'vitest';
import type { GatewayError } from '../../../main/platform/gateway-error.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob, scriptJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

async function failure(job: SandboxJob): Promise<unknown> {
  const { code, message, data } = await sandbox.run(job).then(
    () => ({ code: 'none', message: '', data: {} }),
    (error: unknown) => error as GatewayError,
  );
  return { code, message, data };
}

test('says which time limit a run reached and keeps its console', async () => {
  const job = glueJob(`const tool = () => { console.log('working'); for (;;); }`, {
    limits: { timeoutMs: 250 },
  });
  expect(await failure(job)).toEqual({
    code: 'limit-time',
    message: 'Unit "demo" ran longer than its limit of 250 ms and was stopped; do less at a time',
    data: { limit: 250, console: ['working'] },
  });
});

test('says which memory limit a run reached and keeps its console', async () => {
  const source = `console.log('filling'); const all = []; for (;;) all.push(new Array(1000).fill(0.5));`;
  expect(await failure(scriptJob(source, { limits: { timeoutMs: 20_000 } }))).toEqual({
    code: 'limit-memory',
    message:
      'Script used more than its limit of 64 MB of memory and was stopped; keep less data at a time',
    data: { limit: 64, console: ['filling'] },
  });
});

test('says which number of calls a run reached', async () => {
  const job = glueJob('const tool = async () => { for (;;) await api.db.get({}); }', {
    limits: { calls: 5 },
  });
  expect(await failure(job)).toEqual({
    code: 'limit-calls',
    message:
      'Unit "demo" made more than its limit of 5 tool calls and was stopped; ask for more with each call',
    data: { limit: 5 },
  });
});

test('allows exactly as many calls as the limit', async () => {
  const source = 'const tool = async () => { for (let i = 0; i < 5; i++) await api.db.get({}); }';
  expect((await sandbox.run(glueJob(source, { limits: { calls: 5 } }))).calls).toBe(5);
});

test('counts the result in bytes of its JSON', async () => {
  const run = (text: string): Promise<unknown> =>
    failure(glueJob(`const tool = () => ${text}`, { limits: { resultBytes: 1024 } }));
  const tooLarge = {
    code: 'limit-result',
    message:
      'Unit "demo" returned more than its limit of 1 KB; return less, for example a summary or one page',
    data: { limit: 1024 },
  };
  expect([
    await run(`'x'.repeat(1022)`),
    await run(`'x'.repeat(1023)`),
    await run(`'é'.repeat(512)`),
    await run(String.raw`'\u0001'.repeat(171)`),
  ]).toEqual([{ code: 'none', message: '', data: {} }, tooLarge, tooLarge, tooLarge]);
});

test('does not wait for a promise that nothing can settle', async () => {
  const job = glueJob('const tool = () => new Promise(() => {})', {
    limits: { timeoutMs: 3_600_000 },
  });
  expect(await failure(job)).toMatchObject({ code: 'limit-time', data: { limit: 3_600_000 } });
});

test('runs others while sixteen runs spin', async () => {
  const aborts = Array.from({ length: 16 }, () => new AbortController());
  const spinning = aborts.map(({ signal }) =>
    failure(glueJob('const tool = () => { for (;;); }', { signal })),
  );
  const outcome = await sandbox.run(glueJob('const tool = () => api.db.get(7)'));
  for (const abort of aborts) abort.abort();
  expect(outcome.value).toBe(7);
  expect(await Promise.all(spinning)).toEqual(
    spinning.map(() => expect.objectContaining({ code: 'cancelled' }) as unknown),
  );
});

test('lets far more runs wait than it runs at once', async () => {
  const job = glueJob('const tool = () => api.db.get(1)', { limits: { timeoutMs: 60_000 } });
  const outcomes = await Promise.all(Array.from({ length: 400 }, () => sandbox.run(job)));
  expect(outcomes.every(({ value }) => value === 1)).toBe(true);
});

test('cancels a run that waits for its turn', async () => {
  const aborts = Array.from({ length: 257 }, () => new AbortController());
  const runs = aborts.map(({ signal }) =>
    failure(
      glueJob('const tool = () => api.db.get(1)', {
        signal,
        onCall: () => new Promise(() => undefined),
      }),
    ),
  );
  aborts.at(-1)?.abort();
  expect(await runs.at(-1)).toMatchObject({ code: 'cancelled' });
  for (const abort of aborts) abort.abort();
  await Promise.all(runs);
});
