import { expect, test } from 'vitest';
import { toGatewayError } from '../../../main/platform/gateway-error.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

/** What a run may try to leave for the next one; the next one looks for it. */
test.each([
  [
    'a global',
    'globalThis.left = 1; var other = 1;',
    '() => [typeof globalThis.left, typeof other]',
  ],
  [
    'something on every object',
    'Object.prototype.left = 1; Array.prototype.push = () => "left";',
    '() => [({}).left, [].push(1)]',
  ],
  [
    'another JSON, Promise and Proxy',
    'JSON.stringify = () => "left"; JSON.parse = () => "left"; Promise.prototype.then = function () { return "left"; }; globalThis.Proxy = Array;',
    'async () => [JSON.stringify({}), typeof Promise.resolve().then, typeof new Proxy({}, {})]',
  ],
  [
    'a value at a registered symbol',
    'globalThis[Symbol.for("left")] = 1; Function.prototype[Symbol.for("left")] = 1;',
    '() => [typeof globalThis[Symbol.for("left")], typeof (() => 1)[Symbol.for("left")]]',
  ],
  [
    'a hook for stack traces',
    'Error.prepareStackTrace = () => "left"; Error.stackTraceLimit = 0;',
    '() => [typeof Error.prepareStackTrace, new Error("x").stack.includes("glue.js")]',
  ],
  [
    'a match and a sticky expression',
    '/(left)/.exec("left"); RegExp.prototype.exec = () => ["left"];',
    '() => [RegExp.$1, "left"]',
  ],
  [
    'a template that is kept by its place',
    'const keep = (parts) => (parts.seen = (parts.seen ?? 0) + 1);',
    '() => { const tag = (parts) => Object.isFrozen(parts); return [tag`left`, typeof keep]; }',
  ],
  [
    'a rejection that nobody handles',
    'Promise.reject(new Error("left")); (async () => { await null; throw new Error("left"); })();',
    '() => "untouched"',
  ],
  [
    'work that goes on after its end',
    `(async () => {
      for (let step = 0; step < 10_000; step++) await null;
      console.log('left');
      api.db.get({ n: 'left' });
      throw new Error('left');
    })();`,
    '() => "untouched"',
  ],
  [
    'work in a getter of its value',
    'return { get left() { Promise.resolve().then(() => api.db.get({ n: "left" })); return 1; } };',
    'async () => (await api.db.get({ n: 1 })).n',
  ],
  [
    'generators that are suspended',
    `const steps = (async function* () { try { yield 1; yield 2; } finally { await null; await api.db.get({}); } })();
     globalThis.kept = steps; await steps.next(); steps.return();`,
    'async () => [(await api.db.get({ n: 1 })).n, typeof globalThis.kept]',
  ],
  [
    'promises that are open and calls nobody awaits',
    'globalThis.later = new Promise(() => {}); api.db.get({ n: 1 }).then(() => { globalThis.left = 1; });',
    '() => [typeof globalThis.later, typeof globalThis.left]',
  ],
])('a run cannot leave %s to the next', async (_, leave, look) => {
  const source = `const look = ${look};
    const tool = async ({ leave }) => { if (leave) { ${leave} } else return look(); };`;
  const job = glueJob(source);
  const run = async (isLeaving: boolean): Promise<unknown> => {
    const args = [{ leave: isLeaving }];
    const { value } = await sandbox.run({
      ...job,
      entry: { kind: 'function', name: 'tool', args },
    });
    return value;
  };
  const untouched = await run(false);
  const found: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    await run(true);
    found.push(await run(false));
  }
  expect(found).toEqual([untouched, untouched, untouched]);
});

test('a run that goes on after its end takes no isolate with it into the next', async () => {
  const job = glueJob(`const tool = ({ spin }) => {
    if (spin) (async () => { for (;;) await null; })();
    return 1;
  };`);
  for (const spin of [false, true, false, true, false]) {
    const entry = { kind: 'function', name: 'tool', args: [{ spin }] } as const;
    expect((await sandbox.run({ ...job, entry })).value).toBe(1);
  }
});

const tooMuch = [
  ['time', 'for (;;);', 'limit-time'],
  ['memory', 'for (const all = []; ; ) all.push(new Array(1000).fill(1));', 'limit-memory'],
  ['calls', 'for (;;) api.db.get({});', 'limit-calls'],
  ['room for its value', 'return "x".repeat(2000);', 'limit-result'],
  ['patience', 'return new Promise(() => {});', 'limit-time'],
] as const;

test.each(tooMuch)(
  'asking for too much %s ends only the run that does',
  async (_, excess, code) => {
    const job = glueJob(
      `const tool = ({ isGreedy }) => { if (isGreedy) { ${excess} } return 1; };`,
      { limits: { memoryMb: 16, calls: 10, resultBytes: 1000 } },
    );
    // Short only where it is to be exceeded: on a busy machine half a second may pass with nothing done.
    const short = { ...job.limits, timeoutMs: 500 };
    const ends: unknown[] = [];
    for (const isGreedy of [false, false, true, false, true, false]) {
      const entry = { kind: 'function', name: 'tool', args: [{ isGreedy }] } as const;
      const limits = isGreedy && code === 'limit-time' ? short : job.limits;
      ends.push(
        await sandbox.run({ ...job, entry, limits }).then(
          ({ value }) => value,
          (error: unknown) => toGatewayError(error).code,
        ),
      );
    }
    expect(ends).toEqual([1, 1, code, 1, code, 1]);
  },
);
