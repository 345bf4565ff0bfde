/**
 * Source that runs first in every context: takes away every way to make code from text, and what shares
 * memory or time with the outside. Part of one strict function body, see guest-source.ts.
 */
export const lockdownSource = String.raw`
const G = globalThis;
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { stringify, parse } = JSON;
const { create, freeze } = Object;
const { reject } = Promise;
const uncurry = (f) => (self, ...args) => apply(f, self, args);
const slice = uncurry(String.prototype.slice);
const split = uncurry(String.prototype.split);
const indexOf = uncurry(String.prototype.indexOf);
const match = uncurry(RegExp.prototype.exec);
const join = uncurry(Array.prototype.join);
const text = String;
const NativeError = Error;
const NativePromise = Promise;
const NativeProxy = Proxy;
const NativeReject = (reason) => apply(reject, NativePromise, [reason]);
const isArray = Array.isArray;

const pin = (object, key, value) =>
  defineProperty(object, key, { __proto__: null, value, writable: false, configurable: false, enumerable: false });

// Function, AsyncFunction, GeneratorFunction and AsyncGeneratorFunction are one step away from any function.
const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
for (let i = 0; i < kinds.length; i++) {
  const prototype = getPrototypeOf(kinds[i]);
  const name = prototype.constructor.name;
  const refuse = function () {
    throw new TypeError(name + ' is not available here: code cannot be made from text');
  };
  defineProperty(refuse, 'name', { __proto__: null, value: name });
  // Keeps "f instanceof Function" true.
  defineProperty(refuse, 'prototype', { __proto__: null, value: prototype, writable: false });
  pin(prototype, 'constructor', refuse);
  if (name === 'Function') pin(G, 'Function', refuse);
}

const absent = [
  'eval', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef', 'ShadowRealm',
  'escape', 'unescape',
];
for (let i = 0; i < absent.length; i++) {
  delete G[absent[i]];
  pin(G, absent[i], undefined);
}
`;
