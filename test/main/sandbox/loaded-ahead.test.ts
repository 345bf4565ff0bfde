import { expect, test } from 'vitest';
import { Emitter } from '../../../main/platform/emitter.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob, type JobChanges } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const idle = new Emitter<undefined>();
const sandbox = openSandbox({
  log: (_, message, data) => {
    if (message === 'Sandbox host is idle' && data?.['served'] !== 0) idle.emit(undefined);
  },
});

/** The third run of one list of files, after a quiet moment: the host has loaded them before it began. */
async function thirdRun(
  source: string,
  changes: JobChanges = {},
): Promise<{ readonly value: unknown; readonly console: readonly string[] }> {
  const job = glueJob(source, changes);
  await sandbox.run(withTime(job));
  await sandbox.run(withTime(job));
  await new Promise<void>((resolve) => {
    const stop = idle.on(() => {
      stop();
      resolve();
    });
  });
  const { value, console } = await sandbox.run(withTime(job));
  return { value, console };
}

const withTime = (job: SandboxJob): SandboxJob => ({
  ...job,
  globals: { ...job.globals, params: { now: Date.now() } },
});

test('keeps nothing of one run for the next', async () => {
  const source = 'let count = 0; const seen = []; const tool = () => [++count, seen.push(1)];';
  expect((await thirdRun(source)).value).toEqual([1, 1]);
});

test.each([
  ['Date.now()', 'const at = Date.now();'],
  ['new Date()', 'const at = new Date().getTime();'],
  ['Date after an await', 'let at; (async () => { await null; at = Date.now(); })();'],
  ['a Date kept under another name', 'const Clock = globalThis.Date; const at = Clock.now();'],
])('a top level that asks for the time by %s gets that of the run', async (_, top) => {
  const source = `${top} const tool = () => at >= params.now;`;
  expect((await thirdRun(source)).value).toBe(true);
});

test('a top level that reads the arguments gets those of the run', async () => {
  const source = 'const asked = params.now; const tool = () => asked === params.now;';
  expect((await thirdRun(source, { globals: { params: { now: 0 } } })).value).toBe(true);
});

test('a line printed at the top level is in the record of each run', async () => {
  const { console } = await thirdRun(`console.log('loaded'); const tool = () => 1;`);
  expect(console).toEqual(['loaded']);
});

test('a call at the top level is made by the run', async () => {
  const source = 'const early = api.db.get({ n: 7 }); const tool = async () => (await early).n;';
  expect((await thirdRun(source)).value).toBe(7);
});

test.each([
  ['declares a function of a watched name', 'function console() { return 5; }', 'console()'],
  ['declares a variable of a watched name', 'var params = { own: 5 };', 'params.own'],
  ['assigns to a watched name', 'Date = { now: () => 5 };', 'Date.now()'],
  [
    'freezes the global object',
    'Object.freeze(globalThis);',
    'typeof api.db.get === "function" && 5',
  ],
])('a top level that %s is loaded by the run', async (_, top, value) => {
  expect((await thirdRun(`${top} const tool = () => ${value};`)).value).toBe(5);
});

test('clock, chance and language work inside tools as ever', async () => {
  const source = `const tool = () => [
    Date.now() >= params.now, new Date() instanceof Date, Math.random() < 1,
    new Intl.NumberFormat('en').format(1234), typeof Temporal, Object.keys(globalThis),
  ];`;
  const job = glueJob(source);
  const [first, third] = [(await sandbox.run(withTime(job))).value, (await thirdRun(source)).value];
  expect(third).toEqual(first);
  expect((third as unknown[]).slice(0, 4)).toEqual([true, true, true, '1,234']);
});
