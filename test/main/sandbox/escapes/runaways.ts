/** Loops and memory bombs, in every place that runs on behalf of glue. */
import type { Attempt } from './attempt.ts';
import { fails, runsOut, usesUp } from './attempt.ts';

export const loops: readonly Attempt[] = [
  runsOut('a loop at the top level', 'for (;;);'),
  runsOut('a loop in the tool', 'function tool() { for (;;); }'),
  runsOut('a loop after an await', 'async function tool() { await api.db.get({}); for (;;); }'),
  runsOut('a loop of awaits', 'async function tool() { for (;;) await 0; }'),
  runsOut(
    'a loop of promise reactions',
    'function tool() { const f = () => Promise.resolve().then(f); return f(); }',
  ),
  runsOut(
    'a loop that catches everything',
    'function tool() { for (;;) { try { for (;;); } catch {} finally { continue; } } }',
  ),
  runsOut(
    'a catastrophic regular expression',
    `function tool() { return /^(a+)+$/.test('a'.repeat(40) + 'b'); }`,
  ),
  runsOut(
    'a catastrophic backreference',
    `function tool() { return /(x+x+)+\\1y/.test('x'.repeat(60)); }`,
  ),
  runsOut(
    'a getter of the returned value',
    'function tool() { return { get x() { for (;;); } }; }',
  ),
  runsOut('toJSON of the returned value', 'function tool() { return { toJSON() { for (;;); } }; }'),
  runsOut(
    'a Proxy as the returned value',
    'function tool() { return new Proxy({}, { ownKeys() { for (;;); } }); }',
  ),
  runsOut('then of the returned value', 'function tool() { return { then() { for (;;); } }; }'),
  runsOut(
    'the message getter of a thrown value',
    'async function tool() { await 1; throw { get message() { for (;;); } }; }',
  ),
  runsOut(
    'the name getter of a thrown error',
    `async function tool() { throw Object.defineProperty(new Error('x'), 'name', { get() { for (;;); } }); }`,
  ),
  runsOut(
    'the stack getter of a thrown error',
    `async function tool() { throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;); } }); }`,
  ),
  runsOut(
    'the code getter of a thrown error',
    `async function tool() { throw Object.defineProperty(new Error('x'), 'code', { get() { for (;;); } }); }`,
  ),
  runsOut(
    'a thrown Proxy',
    'async function tool() { throw new Proxy({}, { get() { for (;;); }, getPrototypeOf() { for (;;); } }); }',
  ),
  runsOut(
    'a getter thrown at the top level',
    'throw { get message() { for (;;); }, get stack() { for (;;); } };',
  ),
  runsOut(
    'an error getter thrown at the top level',
    `throw Object.defineProperty(new Error('x'), 'message', { get() { for (;;); } });`,
  ),
  runsOut(
    'toString of a logged value',
    'function tool() { console.log(new Proxy([], { ownKeys() { for (;;); } })); }',
  ),
  runsOut(
    'toJSON of the arguments',
    'async function tool() { await api.db.get({ toJSON() { for (;;); } }); }',
  ),
  runsOut(
    'a generator that never ends',
    'function tool() { return [...(function* () { for (;;) yield; })()].length; }',
  ),
  runsOut(
    'an async generator that never ends',
    'async function tool() { for await (const x of (async function* () { for (;;) yield 1; })()); }',
  ),
  runsOut(
    'a sort with a looping comparison',
    'function tool() { [1, 2].sort(() => { for (;;); }); }',
  ),
  runsOut(
    'a Symbol.species getter',
    'function tool() { class A extends Array { static get [Symbol.species]() { for (;;); } } return new A(3).map(String); }',
  ),
  runsOut('a tagged template', 'function tool() { return ((s) => { for (;;); })`x`; }'),
  runsOut(
    'sorting a sparse array',
    'function tool() { const a = []; a[4294967294] = 1; a.sort(); }',
  ),
  runsOut('multiplying a BigInt', 'function tool() { for (let b = 3n; ; ) b = b * b; }'),
  runsOut('a promise that never settles', 'function tool() { return new Promise(() => {}); }'),
  runsOut('a thenable that never settles', 'function tool() { return { then() {} }; }'),
  runsOut(
    'an await of nothing after a call',
    'async function tool() { await api.db.get({}); await new Promise(() => {}); }',
  ),
  {
    ...runsOut('a call that is never answered', 'async function tool() { await api.db.get({}); }'),
    onCall: () => new Promise(() => undefined),
  },
];

export const bombs: readonly Attempt[] = [
  usesUp(
    'a growing array',
    'function tool() { const a = []; for (;;) a.push(new Array(1000).fill(1.5)); }',
  ),
  usesUp('a filled array', 'function tool() { return Array(1e9).fill(1).length; }'),
  usesUp(
    'a growing map',
    `function tool() { const m = new Map(); for (let i = 0; ; i++) m.set(i, 'x' + i); }`,
  ),
  usesUp(
    'strings that are written out',
    `function tool() { const a = []; for (let i = 0; ; i++) a.push(JSON.stringify('x'.repeat(1e6) + i)); }`,
  ),
  usesUp(
    'typed arrays',
    'function tool() { const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1)); }',
  ),
  usesUp(
    'a flood of promises',
    'async function tool() { const a = []; for (;;) a.push(new Promise(() => {})); }',
  ),
  usesUp(
    'a shared tree as JSON',
    `function tool() { let a = ['0123456789']; for (let i = 0; i < 30; i++) a = [a, a]; return a; }`,
  ),
  fails(
    'a looping prepareStackTrace',
    `function tool() { Error.prepareStackTrace = () => { for (;;); }; throw new Error('x'); }`,
  ),
  fails(
    'a string above its greatest length',
    `function tool() { for (let s = 'ab'; ; ) s = s + s; }`,
  ),
  fails('an endless recursion', 'function tool() { return tool(); }'),
  fails(
    'an endless recursion in a getter',
    'function tool() { return { get x() { return JSON.stringify(this); } }; }',
  ),
];
