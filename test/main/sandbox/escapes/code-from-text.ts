/** Every route to code made from text, which would leave the scanned source behind. */
import type { Attempt } from './attempt.ts';
import { gives, noCode } from './attempt.ts';

const text = `'return "escaped"'`;

export const codeFromText: readonly Attempt[] = [
  noCode('Function called', `Function(${text})()`),
  noCode('Function constructed', `new Function(${text})()`),
  noCode('constructor of an arrow function', `(() => {}).constructor(${text})()`),
  noCode('constructor of an async function', `(async () => {}).constructor(${text})()`),
  noCode('constructor of a generator', `(function* () {}).constructor(${text})().next()`),
  noCode(
    'constructor of an async generator',
    `(async function* () {}).constructor(${text})().next()`,
  ),
  noCode('constructor of a method', `({ m() {} }).m.constructor(${text})()`),
  noCode('constructor of a class', `(class {}).constructor(${text})()`),
  noCode('constructor of a built-in', `[].map.constructor(${text})()`),
  noCode('constructor of a bound function', `(() => {}).bind().constructor(${text})()`),
  noCode(
    'constructor of a getter',
    `Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.constructor(${text})()`,
  ),
  noCode(
    'constructor of a species getter',
    `Object.getOwnPropertyDescriptor(Array, Symbol.species).get.constructor(${text})()`,
  ),
  noCode('constructor of a bridge function', `api.db.get.constructor(${text})()`),
  noCode('constructor of console.log', `console.log.constructor(${text})()`),
  noCode('constructor of a Proxy function', `new Proxy(() => {}, {}).constructor(${text})()`),
  noCode('constructor of a promise reaction', `Promise.resolve().then.constructor(${text})()`),
  noCode('constructor of a constructor', `Object.constructor.constructor.constructor(${text})()`),
  noCode('Reflect.construct', `Reflect.construct(Function, [${text}])()`),
  noCode('Reflect.apply', `Reflect.apply(Function, undefined, [${text}])()`),
  noCode('new.target of another class', `Reflect.construct(Object, [${text}], Function)()`),
  noCode('a subclass of Function', `new (class extends Function {})(${text})()`),
  noCode(
    'a subclass of the async function constructor',
    `new (class extends (async () => {}).constructor {})(${text})()`,
  ),
  noCode(
    'restoring the constructor property',
    `(Object.defineProperty(Function.prototype, 'constructor', { value: undefined }), (() => {}).constructor(${text})())`,
  ),
  noCode(
    'deleting the constructor property',
    `(delete Function.prototype.constructor, (() => {}).constructor(${text})())`,
  ),
  noCode(
    'another prototype under a function',
    `(() => { const f = () => {}; Object.setPrototypeOf(f, {}); return f.constructor(${text})(); })()`,
  ),
  noCode('Function of a tagged template', `Function\`return "escaped"\`()`),
  noCode('direct eval', `eval('"escaped"')`),
  noCode('indirect eval', `(0, eval)('"escaped"')`),
  noCode('eval of the global object', `globalThis['ev' + 'al']('"escaped"')`),
  noCode(
    'eval defined again',
    `(Object.defineProperty(globalThis, 'eval', { value: Function }), eval(${text})())`,
  ),
  noCode(
    'dynamic import of a data URL',
    `import('data:text/javascript,export default "escaped"').then((m) => m.default)`,
  ),
  noCode('dynamic import of a Node module', `import('node:fs').then(() => 'escaped')`),
  noCode(
    'the caller of a function',
    `(function f() { return f.caller.constructor(${text})(); })()`,
  ),
  noCode(
    'the arguments of a function',
    `(function () { return arguments.callee.constructor(${text})(); })()`,
  ),
  noCode(
    'a function inside a with statement',
    `(function () { with (Function) { return constructor(${text})(); } })()`,
  ),
  noCode(
    'stack frames by prepareStackTrace',
    `(() => {
    Error.prepareStackTrace = (e, frames) => frames;
    const frames = new Error().stack;
    for (const frame of frames) {
      const f = frame.getFunction?.() ?? frame.getThis?.();
      if (f) return f.constructor.constructor(${text})();
    }
  })()`,
  ),
  noCode('a timer with text', `setTimeout(${text}, 0)`),
  noCode('a shadow realm', `new ShadowRealm().evaluate('"escaped"')`),
  noCode(
    'a WebAssembly module',
    `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) && 'escaped'`,
  ),
  noCode(
    'a JSON reviver',
    `JSON.parse('{"a":1}', function () { return this.constructor.constructor(${text})(); })`,
  ),
  noCode('toString of a function run again', `Function((() => {}).toString())`),
  noCode('a replacer as constructor', `'x'.replace(/x/, Function(${text}))`),
  gives(
    'functions are still instances of Function',
    'const tool = () => tool instanceof Function',
    true,
  ),
];
