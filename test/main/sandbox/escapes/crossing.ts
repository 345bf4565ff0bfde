/** Values made to hurt whoever reads them on the other side of the wall. */
import type { Attempt } from './attempt.ts';
import { fails, gives } from './attempt.ts';

const deep = (levels: number): string =>
  `function nest() { let a = []; for (let i = 1; i < ${levels}; i++) a = [a]; return a; }`;

export const crossing: readonly Attempt[] = [
  gives(
    'a __proto__ key in the result stays data',
    `const tool = () => JSON.parse('{"__proto__":{"polluted":true}}')`,
    JSON.parse('{"__proto__":{"polluted":true}}'),
  ),
  gives(
    'a __proto__ key in arguments and answer stays data',
    `async function tool() {
      const answer = await api.db.get(JSON.parse('{"__proto__":{"polluted":true}}'));
      return [Object.keys(answer), answer.polluted === undefined, {}.polluted === undefined];
    }`,
    [['__proto__'], true, true],
  ),
  gives(
    'a polluted Object.prototype changes no answer',
    `async function tool() {
      Object.prototype.polluted = true;
      Object.prototype.then = undefined;
      return Object.keys(await api.db.get({ a: 1 }));
    }`,
    ['a'],
  ),
  gives(
    'replaced built-ins change nothing that leaves',
    `async function tool() {
      JSON.stringify = () => '"forged"';
      JSON.parse = () => 'forged';
      Array.prototype.join = () => 'forged';
      Promise.prototype.constructor = function () {};
      RegExp.prototype.exec = () => null;
      Reflect.apply = () => 'forged';
      return await api.db.get({ a: 1 });
    }`,
    { a: 1 },
  ),
  gives(
    'a thenable is awaited inside',
    'const tool = () => ({ then: (resolve) => resolve(5) })',
    5,
  ),
  gives(
    'lone surrogates come through',
    String.raw`const tool = () => api.db.get({ '\ud800': '\udc00x' })`,
    { '\ud800': '\udc00x' },
  ),
  gives(
    'control characters and separators come through',
    String.raw`const tool = () => '\u0000\n\r\t\u2028\u2029\u001f'`,
    '\u0000\n\r\t\u2028\u2029\u001f',
  ),
  gives('a Map becomes an empty object', 'const tool = () => new Map([[1, 2]])', {}),
  gives('NaN and holes become null', 'const tool = () => [NaN, , -Infinity]', [null, null, null]),
  gives('nothing becomes undefined', 'const tool = () => {}', undefined),
  {
    name: 'a result 1,001 levels deep',
    source: `${deep(1001)} const tool = nest;`,
    ends: { error: 'limit-result' },
  },
  {
    name: 'a result 10,000 levels deep after an await',
    source: `${deep(10_000)} const tool = async () => { await api.db.get(); return nest(); };`,
    ends: { error: 'limit-result' },
  },
  {
    name: 'a result 200,000 levels deep',
    source: `${deep(200_000)} const tool = nest;`,
    ends: { error: 'limit-result' },
  },
  {
    ...gives(
      'arguments 10,000 levels deep',
      `${deep(10_000)} const tool = () => api.db.get(nest()).catch((e) => e.code);`,
      'invalid-arguments',
    ),
  },
  {
    name: 'an error thrown with a cause 10,000 levels deep',
    source: `${deep(10_000)} const tool = async () => { await 1; throw new Error('x', { cause: nest() }); };`,
    ends: { error: 'glue-error' },
  },
  {
    name: 'a result above its limit',
    source: `const tool = () => 'x'.repeat(11 * 1024 * 1024);`,
    ends: { error: 'limit-result' },
  },
  {
    name: 'a result of control characters above its limit',
    source: String.raw`const tool = () => '\u0001'.repeat(3 * 1024 * 1024);`,
    ends: { error: 'limit-result' },
  },
  {
    name: 'a result above its limit in bytes only',
    source: `const tool = () => '€'.repeat(4 * 1024 * 1024);`,
    ends: { error: 'limit-result' },
  },
  gives(
    'arguments of 12 MB',
    `const tool = async () => (await api.db.get({ text: 'x'.repeat(12e6) })).text.length`,
    12_000_000,
  ),
  {
    ...gives(
      'a flood of big arguments',
      `async function tool() {
      const text = 'x'.repeat(4e6);
      const codes = [];
      for (let i = 0; i < 30; i++) api.db.get({ text }).catch((error) => codes.push(error.code));
      await 0;
      await 0;
      return [...new Set(codes)];
    }`,
      ['message-too-large'],
    ),
    onCall: () => new Promise(() => undefined),
  },
  {
    name: 'an answer larger than the memory limit',
    source:
      'const tool = async () => { const all = []; for (;;) all.push(await api.db.get({})); };',
    limits: { timeoutMs: 20_000 },
    onCall: () => Promise.resolve({ ok: true, value: Array(100_000).fill('0123456789') }),
    ends: { error: 'limit-memory' },
  },
  {
    name: 'one call too many, one by one',
    source: 'async function tool() { for (;;) await api.db.get({}).catch(() => {}); }',
    limits: { calls: 50 },
    ends: { error: 'limit-calls' },
  },
  {
    name: '20,001 calls in a loop without await',
    source: 'async function tool() { for (let i = 0; i < 20_001; i++) api.db.get({}); }',
    limits: { calls: 20_000 },
    ends: { error: 'limit-calls' },
  },
  gives('an answer nobody waits for', 'async function tool() { api.db.get({}); return 1; }', 1),
  {
    ...gives(
      'a refused call nobody waits for',
      'async function tool() { api.db.get({}); await api.files.get({}).catch(() => {}); return 1; }',
      1,
    ),
    onCall: () => Promise.resolve({ ok: false, error: { code: 'backend-error', message: 'no' } }),
  },
  {
    ...gives(
      'a bridge that rejects',
      'const tool = () => api.db.get({}).catch((error) => error.message)',
      'broken',
    ),
    onCall: () => Promise.reject(new Error('broken')),
  },
  gives(
    'lost rejections of the tool',
    `async function tool() { Promise.reject(1); await api.db.get({}); Promise.reject(new Error('x')); return 1; }`,
    1,
  ),
  fails(
    'a lost rejection at the top level',
    `Promise.reject(new Error('lost')); const tool = () => 1;`,
  ),
  fails('a BigInt in the result', 'const tool = () => ({ size: 1n })'),
  fails('a loop in the result', 'const tool = () => { const a = {}; a.a = a; return a; }'),
  fails('a function as the result', 'const tool = () => tool'),
  fails('a symbol as the result', `const tool = () => Symbol('x')`),
  fails('nothing thrown', 'const tool = () => { throw undefined; }'),
  fails(
    'a Proxy thrown whose traps throw',
    'const tool = () => { throw new Proxy({}, { get() { throw 1; }, ownKeys() { throw 2; }, getPrototypeOf() { throw 3; } }); }',
  ),
  fails(
    'a revoked Proxy thrown',
    'const tool = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy; }',
  ),
  fails(
    'an error without a prototype thrown',
    `const tool = () => { throw Object.setPrototypeOf(new Error('x'), null); }`,
  ),
  fails('api written to', `'use strict'; const tool = () => { api.db = {}; }`),
  fails('a backend that is not there', 'const tool = () => api.process.get({})'),
  fails('a backend named like a built-in', 'const tool = () => api.constructor.get({})'),
];
