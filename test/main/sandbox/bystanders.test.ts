import { beforeEach, expect, test } from 'vitest';
import { toGatewayError } from '../../../main/platform/gateway-error.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const said: string[] = [];
const sandbox = openSandbox({
  log: (level, message) => {
    if (level === 'warn' || level === 'error') said.push(message);
  },
});

beforeEach(() => {
  said.length = 0;
});

/** What glue might do to the text its host passes on: the host is shared, the harm must not be. */
const forgeries: readonly (readonly [name: string, source: string])[] = [
  [
    'makes a call path of four parts',
    `const tool = () => { Array.prototype.toJSON = () => [1, 2, 3, 4]; return api.db.get({}); }`,
  ],
  [
    'makes a call path of no text',
    `const tool = () => { Array.prototype.toJSON = () => undefined; return api.db.get({}); }`,
  ],
  [
    'makes a call path of one object',
    `const tool = () => { Array.prototype.toJSON = () => ({ length: 3 }); return api.db.get({}); }`,
  ],
  [
    'makes a call path of nested lists',
    `const tool = () => { Array.prototype.toJSON = function () { return this.length === 2 ? [[[]], [[]]] : this; }; return api.db.get({}); }`,
  ],
  [
    'gives its error a place of its own',
    `const tool = () => { Object.prototype.toJSON = () => ({ message: 5 }); throw new Error('x'); }`,
  ],
  [
    'gives its error a place that is no object',
    `const tool = () => { Object.prototype.toJSON = () => 'abc'; throw new Error('x'); }`,
  ],
  [
    'gives its error no place',
    `const tool = () => { Object.prototype.toJSON = () => null; throw new Error('x'); }`,
  ],
  [
    'throws from a place far away',
    `const tool = () => { const e = new Error('x'); e.stack = 'Error\\n    at glue.js:99999999999999999999999:1e5'; throw e; }`,
  ],
  [
    'calls a tool with a name of 20 MB',
    String.raw`const tool = () => api.db['\u0001'.repeat(17e6)]({})`,
  ],
  ['names a tool like an object', `const tool = () => api.db[{ toString: () => 'get' }]({})`],
  ['names a tool with a line break', String.raw`const tool = () => api.db['a\nb\tc']({})`],
  ['names a tool with a lone surrogate', String.raw`const tool = () => api.db['\ud800']({})`],
  [
    'throws an error whose name is 20 MB',
    String.raw`const tool = () => { const e = new Error('x'); e.name = '\u0001'.repeat(17e6); e.code = '\u0001'.repeat(17e6); throw e; }`,
  ],
  ['throws a text of 20 MB', String.raw`const tool = () => { throw '\u0001'.repeat(17e6); }`],
  [
    'prints 20 MB',
    String.raw`const tool = () => { console.log('\u0001'.repeat(17e6)); return 1; }`,
  ],
  [
    'prints with keys of 20 MB',
    String.raw`const tool = () => { console.log({ ['\u0001'.repeat(17e6)]: 1 }); return 1; }`,
  ],
  [
    'asks for a backend with a name of 20 MB',
    String.raw`const tool = () => api['\u0001'.repeat(17e6)].x({})`,
  ],
  [
    'changes what a list does with an index',
    `const tool = () => { for (const i of [0, 1, 2]) Object.defineProperty(Array.prototype, i, { set() {}, get() { return 7; }, configurable: true }); return api.db.get({ a: 1 }); }`,
  ],
  [
    'changes how functions are applied',
    `const tool = () => { Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; }; return api.db.get({}); }`,
  ],
  [
    'changes what a promise is',
    `const tool = () => { Promise.prototype.then = () => { throw new Error('then'); }; Promise.resolve = () => 5; return api.db.get({}); }`,
  ],
  [
    'changes species and iterators',
    `const tool = () => { Object.defineProperty(Promise, Symbol.species, { get() { throw 1; } }); Array.prototype[Symbol.iterator] = function* () { yield 'x'; }; return api.db.get({}); }`,
  ],
  ['answers from a getter named then', `const tool = () => ({ get then() { for (;;) {} } })`],
  [
    'makes the error class throw',
    `const tool = async () => { Object.defineProperty(Error, 'stackTraceLimit', { get() { throw 1; } }); await api.nope.x(); }`,
  ],
  [
    'makes stacks of a million frames',
    `const tool = async () => { Error.stackTraceLimit = Infinity; const f = (n) => n ? f(n - 1) : api.db.get({}); return f(5000); }`,
  ],
  [
    'makes a stack of its own',
    `const tool = async () => { Error.prepareStackTrace = () => ({ toString() { for (;;) {} } }); await api.db.fail({}); }`,
  ],
];

/** A run of somebody else that waits for its tool until `answer` is called. */
async function startBystander(): Promise<{ answer(): void; readonly ends: Promise<unknown> }> {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const job = glueJob('const tool = () => api.db.get({ n: 1 })', {
    onCall: async ({ args }) => {
      begin();
      await answered;
      return { ok: true, value: args };
    },
  });
  const ends = endOf(job);
  await begun;
  return { answer, ends };
}

async function endOf(job: SandboxJob): Promise<unknown> {
  try {
    return (await sandbox.run(job)).value;
  } catch (error) {
    return toGatewayError(error).code;
  }
}

test.each(forgeries)('glue that %s ends nobody else', async (_, source) => {
  const bystander = await startBystander();
  await endOf(glueJob(source, { limits: { timeoutMs: 1500, memoryMb: 256 } }));
  bystander.answer();
  expect({ end: await bystander.ends, said }).toEqual({ end: { n: 1 }, said: [] });
});

test('a name that no tool can have is an error of the call', async () => {
  const source = `const tool = () => api.db['x'.repeat(1001)]({}).catch((e) => [e.code, e.message.length < 300]);`;
  expect(await endOf(glueJob(source))).toEqual(['unknown-tool', true]);
});
