// What a glue author may miss, and what to use instead. None of it exists in the isolate.
const nothingOutside = 'glue reaches the outside only through api.<backend>.<tool>()';
const oneScope = 'list several files under implementation, they share one scope';
const noExports = 'declare one top-level function per tool; nothing is exported';
const noTimers = 'there are no timers; await the call that takes the time';
const noWindow = 'there is no page; return what the model should see';
const plainText = 'take texts apart with split() or a regular expression';
const parameters = 'pass what you need as a tool parameter';
const neverFreed = 'a run ends before memory matters; keep an ordinary reference';

const forbidden: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fetch: nothingOutside,
    XMLHttpRequest: nothingOutside,
    WebSocket: nothingOutside,
    EventSource: nothingOutside,
    Request: nothingOutside,
    Response: nothingOutside,
    Headers: nothingOutside,
    FormData: nothingOutside,
    navigator: nothingOutside,
    Deno: nothingOutside,
    Bun: nothingOutside,
    fs: nothingOutside,
    child_process: nothingOutside,
    require: oneScope,
    importScripts: oneScope,
    module: noExports,
    exports: noExports,
    process: parameters,
    __dirname: parameters,
    __filename: parameters,
    eval: 'write the code out',
    Function: 'write the function out, and test with typeof value === "function"',
    ShadowRealm: 'write the code out',
    setTimeout: noTimers,
    setInterval: noTimers,
    setImmediate: noTimers,
    clearTimeout: noTimers,
    clearInterval: noTimers,
    clearImmediate: noTimers,
    requestAnimationFrame: noTimers,
    AbortController: 'a call ends with its client or at its limits',
    AbortSignal: 'a call ends with its client or at its limits',
    queueMicrotask: 'await Promise.resolve() lets other work go first',
    structuredClone: 'copy with JSON.parse(JSON.stringify(value)) or the spread syntax',
    Blob: 'use strings, or Uint8Array for bytes',
    Buffer: 'use strings, or Uint8Array for bytes',
    TextEncoder: 'use strings',
    TextDecoder: 'use strings',
    atob: plainText,
    btoa: plainText,
    escape: 'use encodeURIComponent()',
    unescape: 'use decodeURIComponent()',
    URL: plainText,
    URLSearchParams: 'use encodeURIComponent() for the parts',
    crypto: 'Math.random() is there, secrets belong to the backend',
    performance: 'use Date.now()',
    WebAssembly: 'use plain JavaScript',
    SharedArrayBuffer: 'use ArrayBuffer',
    Atomics: 'a run has one thread',
    Worker: 'a run has one thread',
    FinalizationRegistry: neverFreed,
    WeakRef: neverFreed,
    window: noWindow,
    document: noWindow,
    alert: noWindow,
    localStorage: 'nothing lasts longer than a call; ask the backend again',
    sessionStorage: 'nothing lasts longer than a call; ask the backend again',
    global: 'declare a top-level const',
    self: 'declare a top-level const',
  }),
);

/** Why glue can't use the name, as a sentence; undefined for every other name. */
export function refusalOf(name: string, shown: string = name): string | undefined {
  const instead = forbidden.get(name);
  return instead && `"${shown}" is not available in glue; ${instead}`;
}
