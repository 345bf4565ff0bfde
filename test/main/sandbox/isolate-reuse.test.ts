import { expect, test } from 'vitest';
import type { SandboxJob, SandboxOutcome } from '../../../main/sandbox/sandbox.ts';
import { glueJob, type JobChanges } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

/** One after the other over one list of files: from the second or third on, in an isolate that served before. */
async function fourRuns(
  source: string,
  changes: JobChanges = {},
): Promise<readonly SandboxOutcome[]> {
  const job = glueJob(source, changes);
  const outcomes: SandboxOutcome[] = [];
  for (let run = 0; run < 4; run += 1) outcomes.push(await sandbox.run(withTime(job)));
  return outcomes;
}

async function lastRun(source: string, changes: JobChanges = {}): Promise<SandboxOutcome> {
  const outcome = (await fourRuns(source, changes)).at(-1);
  if (outcome === undefined) throw new Error('There was no run');
  return outcome;
}

const withTime = (job: SandboxJob): SandboxJob => ({
  ...job,
  globals: { ...job.globals, params: { now: Date.now() } },
});

test('keeps nothing of one run for the next', async () => {
  const source = 'let count = 0; const seen = []; const tool = () => [++count, seen.push(1)];';
  expect((await lastRun(source)).value).toEqual([1, 1]);
});

test.each([
  ['Date.now()', 'const at = Date.now();'],
  ['new Date()', 'const at = new Date().getTime();'],
  ['Date after an await', 'let at; (async () => { await null; at = Date.now(); })();'],
  ['a Date kept under another name', 'const Clock = globalThis.Date; const at = Clock.now();'],
])('a top level that asks for the time by %s gets that of the run', async (_, top) => {
  const source = `${top} const tool = () => at >= params.now;`;
  expect((await lastRun(source)).value).toBe(true);
});

test('a top level that reads the arguments gets those of the run', async () => {
  const source = 'const asked = params.now; const tool = () => asked === params.now;';
  expect((await lastRun(source, { globals: { params: { now: 0 } } })).value).toBe(true);
});

test('a line printed at the top level is in the record of each run', async () => {
  const { console } = await lastRun(`console.log('loaded'); const tool = () => 1;`);
  expect(console).toEqual(['loaded']);
});

test('a call at the top level is made by the run', async () => {
  const source = 'const early = api.db.get({ n: 7 }); const tool = async () => (await early).n;';
  expect((await lastRun(source)).value).toBe(7);
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
    'declares a let of the name of a global',
    'let params = { own: 5 };',
    '() => [params.own, globalThis.params === params]',
  ],
  [
    'declares a class of the name of a global',
    'class Date {}',
    '() => [typeof new Date().getTime]',
  ],
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

test.each(sameEveryTime)(
  'a top level that %s gives the same in every run',
  async (_, top, tool) => {
    const [first, ...others] = (await fourRuns(`${top} const tool = ${tool};`)).map(
      ({ value }) => value,
    );
    expect(first).toBeDefined();
    expect(others).toEqual([first, first, first]);
  },
);

test.each([
  ['declares a function of the name of a global', 'function console() { return 5; }', 'console()'],
  ['declares a variable of the name of a global', 'var params = { own: 5 };', 'params.own'],
  ['assigns to the name of a global', 'Date = { now: () => 5 };', 'Date.now()'],
  [
    'freezes the global object',
    'Object.freeze(globalThis);',
    'typeof api.db.get === "function" && 5',
  ],
])('a top level that %s does so in every run', async (_, top, value) => {
  expect((await lastRun(`${top} const tool = () => ${value};`)).value).toBe(5);
});

test('clock, chance and language work inside tools as ever', async () => {
  const source = `const tool = () => [
    Date.now() >= params.now, new Date() instanceof Date, Math.random() < 1,
    new Intl.NumberFormat('en').format(1234), typeof Temporal, Object.keys(globalThis),
  ];`;
  const runs = (await fourRuns(source)).map(({ value }) => value);
  expect(runs.slice(1)).toEqual([runs[0], runs[0], runs[0]]);
  expect((runs[0] as unknown[]).slice(0, 4)).toEqual([true, true, true, '1,234']);
});

test('many runs of one file at once each see their own arguments', async () => {
  const job = glueJob(
    'let mine; const tool = async ({ n }) => { mine = n; return [(await api.db.get({ n })).n, mine]; };',
  );
  for (let round = 0; round < 5; round += 1) {
    const runs = Array.from({ length: 40 }, async (_, n) => {
      const entry = { kind: 'function', name: 'tool', args: [{ n }] } as const;
      return (await sandbox.run({ ...job, entry })).value;
    });
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 40 }, (_, n) => [n, n]));
  }
});

test('a table in memory does not grow over the runs', async () => {
  const job = glueJob('const table = new Array(1e6).fill(0); const tool = () => table.length;', {
    limits: { memoryMb: 64 },
  });
  for (let run = 0; run < 30; run += 1) expect((await sandbox.run(job)).value).toBe(1_000_000);
});
