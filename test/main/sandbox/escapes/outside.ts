/** Names and objects of the process, of Node and of the embedder. */
import type { Attempt } from './attempt.ts';
import { gives, notThere } from './attempt.ts';

const names = [
  'process',
  'require',
  'module',
  'exports',
  'global',
  'Buffer',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'structuredClone',
  'eval',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'FinalizationRegistry',
  'WeakRef',
  'ShadowRealm',
  'escape',
  'unescape',
  'gc',
  'd8',
  '$0',
  'send',
  'ivm',
];

export const outside: readonly Attempt[] = [
  ...names.map((name) => notThere(`globalThis.${name}`)),
  ...['process', 'require', 'fetch', 'setTimeout', '$0', 'send'].map(notThere),
  notThere(`this.constructor.constructor('return process')()`),
  notThere(`api.constructor.constructor('return process')()`),
  notThere(`console.log.constructor('return process')()`),
  notThere(`new Error().stack.constructor.constructor('return process')()`),
  gives(
    'stack traces name nothing of the host',
    `function tool() {
      Error.stackTraceLimit = 100;
      return /node:|host\\.cjs|[/\\\\]out[/\\\\]|node_modules/.test(new Error('x').stack);
    }`,
    false,
  ),
  gives(
    'stack frames give no function and no receiver',
    `function tool() {
      'use strict';
      Error.prepareStackTrace = (error, frames) => frames;
      const found = new Error('x').stack.flatMap((f) => [f.getFunction(), f.getThis()]);
      return found.filter((part) => part !== undefined && part !== globalThis).length;
    }`,
    0,
  ),
  gives(
    'whoever looks the tool up shows nothing of its own',
    `let seen = 'nothing';
    function look() {
      try {
        seen = typeof look.caller.arguments[0];
      } catch {
        seen = 'nothing';
      }
      return () => seen;
    }
    Object.defineProperty(globalThis, 'tool', { get: look });`,
    'nothing',
  ),
  gives(
    'what an error of the bridge carries is of this isolate',
    `async function tool() {
      try {
        await api.db.get(1n);
      } catch (error) {
        return [error instanceof Error, Object.getPrototypeOf(error) === Error.prototype, error.code];
      }
    }`,
    [true, true, 'invalid-arguments'],
  ),
  gives(
    'the answer of a call is of this isolate',
    `async function tool() {
      const answer = await api.db.get({ list: [1] });
      return [answer.constructor === Object, answer.list instanceof Array];
    }`,
    [true, true],
  ),
];
