import { beforeAll, describe, expect, test } from 'vitest';
import { Emitter } from '../../../main/platform/emitter.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob, type JobChanges } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

type Outcome = { readonly value: unknown; readonly console: readonly string[] };

/** Runs of one list of files at a time: the host has loaded them before the third, after a quiet moment. */
function openLane(): (source: string, changes?: JobChanges) => Promise<readonly Outcome[]> {
  const idle = new Emitter<undefined>();
  const sandbox = openSandbox({
    log: (_, message, data) => {
      if (message === 'Sandbox host is idle' && data?.['served'] !== 0) idle.emit(undefined);
    },
  });
  return async (source, changes = {}) => {
    const job = glueJob(source, changes);
    const first = await sandbox.run(withTime(job));
    const second = await sandbox.run(withTime(job));
    await new Promise<void>((resolve) => {
      const stop = idle.on(() => {
        stop();
        resolve();
      });
    });
    return [first, second, await sandbox.run(withTime(job))];
  };
}

const lane = openLane();

async function thirdRun(source: string, changes: JobChanges = {}): Promise<Outcome> {
  const [, , third] = await lane(source, changes);
  return third ?? { value: undefined, console: [] };
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

const sameEveryTime = [
  [
    'has a variable of a name that is no global',
    'var toolmesh;',
    '() => [toolmesh, "toolmesh" in globalThis]',
  ],
  ['lists the globals', 'const names = Object.keys(globalThis);', '() => names'],
  [
    'lists all names of the global object',
    'const names = Object.getOwnPropertyNames(globalThis);',
    '() => names',
  ],
  [
    'goes through the globals',
    'const names = []; for (const name in globalThis) names.push(name);',
    '() => names',
  ],
  ['asks which globals there are', `const has = 'toolmesh' in globalThis;`, '() => has'],
  [
    'asks how a global is described',
    `const is = 'value' in Object.getOwnPropertyDescriptor(globalThis, 'params');`,
    '() => is',
  ],
  [
    'asks for descriptions of all globals',
    `const is = 'value' in Object.getOwnPropertyDescriptors(globalThis).Date;`,
    '() => is',
  ],
  [
    'asks for the getter of a global',
    `const is = typeof globalThis.__lookupGetter__('Date');`,
    '() => is',
  ],
  [
    'pins a global',
    `Object.defineProperty(globalThis, 'Date', { configurable: false });`,
    '() => Object.getOwnPropertyDescriptor(globalThis, "Date").configurable',
  ],
  [
    'freezes Math',
    'Object.freeze(Math);',
    '() => Object.keys(Object.getOwnPropertyDescriptor(Math, "random")).join()',
  ],
  [
    'shows a global in lists',
    `Object.defineProperty(globalThis, 'Date', { enumerable: true });`,
    '() => Object.keys(globalThis)',
  ],
  [
    'describes a global itself',
    `Object.defineProperty(globalThis, 'params', { value: 5 });`,
    '() => params',
  ],
  ['keeps `this`', 'const self = this;', '() => [self === globalThis, typeof self.Date.now()]'],
  [
    'puts a proxy below the global object',
    'Object.setPrototypeOf(globalThis, new Proxy({}, { has: () => true, get: () => 7 }));',
    '() => [typeof params, typeof anything]',
  ],
  [
    'declares a let of a watched name',
    'let params = { own: 5 };',
    '() => [params.own, globalThis.params === params]',
  ],
  ['declares a class of a watched name', 'class Date {}', '() => [typeof new Date().getTime]'],
  [
    'leaves a label and a generator open',
    'const steps = (function* () { outer: for (;;) { yield 1; yield 2; continue outer; } })(); steps.next();',
    '() => steps.next().value',
  ],
  [
    'leaves a promise open and a chain at work',
    'const log = []; new Promise(() => {}).then(() => log.push(0)); (async () => { for (let i = 1; i < 4; i++) { await null; log.push(i); } })();',
    '() => log',
  ],
  ['remembers a match', `/a(.)c/.exec('abc');`, '() => RegExp.$1'],
  ['throws where it was called from', 'const where = new Error("x").stack;', '() => where'],
  [
    'replaces what the bridge is made with',
    `Reflect.ownKeys = () => []; Object.freeze = () => ({}); Proxy = function () { throw 1; }; JSON.parse = () => ({});`,
    'async () => [(await api.db.get({ n: 1 })).n, Object.keys(params)]',
  ],
  [
    'changes where lists keep their values',
    `for (const i of [5, 6]) Object.defineProperty(Array.prototype, i, { set() {}, get: () => 7, configurable: true });`,
    'async () => [(await api.db.get({ n: 1 })).n, [][5]]',
  ],
] as const;

describe('the top level of a file', () => {
  const outcomes = new Map<string, readonly unknown[]>();

  // A quiet moment is a second: five hosts have theirs together.
  beforeAll(async () => {
    const left = [...sameEveryTime];
    const work = async (run: ReturnType<typeof openLane>): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [name, top, tool] = next;
        const runs = await run(`${top} const tool = ${tool};`);
        outcomes.set(
          name,
          runs.map(({ value }) => value),
        );
      }
    };
    await Promise.all(Array.from({ length: 5 }, openLane).map(work));
  });

  test.each(sameEveryTime)('that %s gives the same in every run', (name) => {
    const [first, second, third] = outcomes.get(name) ?? [];
    expect(first).toBeDefined();
    expect([second, third]).toEqual([first, first]);
  });
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
  const [first, , third] = (await lane(source)).map(({ value }) => value);
  expect(third).toEqual(first);
  expect((third as unknown[]).slice(0, 4)).toEqual([true, true, true, '1,234']);
});
