import { expect, test } from 'vitest';
import type { SandboxJob, SandboxOutcome } from '../../../main/sandbox/sandbox.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

/**
 * A tool that can call nothing, after runs that made its isolate one that knows the files: such a run is done
 * on the host's own thread, and begins again in another isolate when that does not work.
 */
async function known(
  source: string,
  memoryMb = 64,
): Promise<(arg: unknown) => Promise<SandboxOutcome>> {
  const limits = { timeoutMs: 1000, memoryMb };
  const job = glueJob(source, { bridge: { global: 'none' }, limits });
  const ask = (arg: unknown): Promise<SandboxOutcome> => sandbox.run(withArg(job, arg));
  for (let run = 0; run < 4; run += 1) await ask({});
  return ask;
}

const withArg = (job: SandboxJob, arg: unknown): SandboxJob => ({
  ...job,
  entry: { kind: 'function', name: 'tool', args: [arg] },
});

const add = glueJob('const tool = (list) => list.length;', { bridge: { global: 'none' } });

test('work of 100 ms is done, and printed once', async () => {
  const ask = await known(`const tool = ({ ms }) => {
    console.log('begin');
    const end = Date.now() + (ms ?? 0);
    while (Date.now() < end);
    return ms ?? 'none';
  };`);
  for (let run = 0; run < 3; run += 1) {
    const { value, console } = await ask({ ms: 100 });
    expect([value, console]).toEqual([100, ['begin']]);
  }
  expect((await ask({})).value).toBe('none');
});

test.each([
  ['loops', 'for (;;);'],
  ['loops after an await', 'await null; for (;;);'],
  ['awaits for ever', 'for (;;) await null;'],
  ['waits for what never comes', 'await new Promise(() => {});'],
  ['loops where an error is caught', 'for (;;) { try { for (;;); } catch {} }'],
])('a run that %s reaches its time limit, and another one is answered', async (_, code) => {
  const ask = await known(`const tool = async ({ bad }) => { if (bad) { ${code} } return 1; };`);
  const bad = ask({ bad: true });
  const other = sandbox.run(withArg(add, [1, 2]));
  await expect(bad).rejects.toMatchObject({ code: 'limit-time' });
  expect((await other).value).toBe(2);
  expect((await ask({})).value).toBe(1);
});

test.each([8, 64])('a run that takes all of %i MB reaches its limit, others go on', async (mb) => {
  const ask = await known(
    `const tool = ({ bad }) => {
      const all = [];
      while (bad) all.push(new Array(1e5).fill(all.length));
      return 1;
    };`,
    mb,
  );
  const bad = ask({ bad: true });
  const other = sandbox.run(withArg(add, [1, 2]));
  await expect(bad).rejects.toMatchObject({ code: 'limit-memory' });
  expect((await other).value).toBe(2);
  expect((await ask({})).value).toBe(1);
});

test('an error names its line', async () => {
  const ask = await known(`const tool = ({ bad }) => {
    if (bad) throw new TypeError('no');
  };`);
  await expect(ask({ bad: true })).rejects.toMatchObject({
    code: 'glue-error',
    data: { name: 'TypeError', file: 'glue.js', line: 2 },
  });
});

test('a rejection left alone does not end the run', async () => {
  const ask = await known(`const tool = async ({ bad }) => {
    if (bad) Promise.reject(new Error('nobody looks'));
    await null;
    return 1;
  };`);
  expect((await ask({ bad: true })).value).toBe(1);
});

test('an argument of a megabyte arrives whole', async () => {
  const ask = await known('const tool = ({ text }) => (text ?? "").length;');
  expect((await ask({ text: 'x'.repeat(1e6) })).value).toBe(1e6);
});

test('many at once each get their own answer', async () => {
  const ask = await known(
    'let mine; const tool = async ({ n }) => { mine = n; await null; return mine; };',
  );
  const asked = Array.from({ length: 40 }, (_, n) => n);
  const values = (await Promise.all(asked.map((n) => ask({ n })))).map(({ value }) => value);
  expect(values).toEqual(asked);
});

test.each([
  ['its own code', 'const sum = (n) => (n === 0 ? 0 : 1 + sum(n - 1)); return sum(n);'],
  ['a promise', 'const sum = (n) => (n === 0 ? 0 : 1 + sum(n - 1)); await null; return sum(n);'],
  [
    'an error it words anew',
    `const sum = (n) => (n === 0 ? 0 : 1 + sum(n - 1));
    try { return sum(n); } catch (e) { throw new Error('denied: ' + e.message); }`,
  ],
])('a later run has the stack that the first one had, in %s', async (_, code) => {
  const job = glueJob(`const tool = async ({ n }) => { console.log('begin'); ${code} };`, {
    bridge: { global: 'none' },
  });
  const ask = (n: number): Promise<unknown> =>
    sandbox.run(withArg(job, { n })).then(
      ({ value, console }) => [value, console],
      (error: unknown) => String(error),
    );
  // Past what the host's own thread has, and well within a thread of its own where that has more.
  const first = await ask(30_000);
  for (let run = 0; run < 4; run += 1) await ask(1);
  expect(await ask(30_000)).toEqual(first);
  expect(await ask(1)).toEqual([1, ['begin']]);
});

test('a recursion without end is told as one', async () => {
  const ask = await known(
    'const tool = ({ bad }) => { const more = () => more() + 1; return bad ? more() : 1; };',
  );
  await expect(ask({ bad: true })).rejects.toMatchObject({
    code: 'glue-error',
    data: { name: 'RangeError', file: 'glue.js', line: 1 },
  });
});

test('a run that nothing can interrupt costs others their host only once', async () => {
  const ask = await known(`const tool = ({ bad }) => {
    const list = [];
    // V8 sorts without ever looking up.
    if (bad) { list[4294967294] = 1; list.sort(); }
    return 1;
  };`);
  await expect(ask({ bad: true })).rejects.toMatchObject({ code: 'limit-time' });
  for (let run = 0; run < 4; run += 1) await ask({});
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const other = sandbox.run(
    glueJob('const tool = () => api.db.read({});', {
      onCall: async () => {
        asked();
        await answered;
        return { ok: true, value: 'read' };
      },
    }),
  );
  await isAsked;
  await expect(ask({ bad: true })).rejects.toMatchObject({ code: 'limit-time' });
  answer();
  expect((await other).value).toBe('read');
});
