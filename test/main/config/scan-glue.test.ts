import { expect, test } from 'vitest';
import { scanFiles, scanGlue } from '../../../main/config/scan-glue.ts';

const at = (source: string): readonly string[] =>
  scanGlue('glue.js', source, 'unit demo').map(
    ({ line, column, message }) => `${line ?? 0}:${column ?? 0} ${message}`,
  );

const outside = 'glue reaches the outside only through api.<backend>.<tool>()';
const written = 'code cannot be made from text; write the function out';
const noImport =
  'import and export are not available in glue; list several files under implementation, they share one scope';
const noFunction =
  '"Function" is not available in glue; write the function out, and test with typeof value === "function"';
const noEval = 'eval" is not available in glue; write the code out';

test.each([
  ['fetch("/")', `1:1 "fetch" is not available in glue; ${outside}`],
  ['const a = 1;\n  fetch("/")', `2:3 "fetch" is not available in glue; ${outside}`],
  ['const { get = fetch } = {}', `1:15 "fetch" is not available in glue; ${outside}`],
  ['const all = { fetch }', `1:15 "fetch" is not available in glue; ${outside}`],
  ['const all = { [fetch]: 1 }', `1:16 "fetch" is not available in glue; ${outside}`],
  [
    'require("fs")',
    '1:1 "require" is not available in glue; list several files under implementation, they share one scope',
  ],
  [
    'process.env.HOME',
    '1:1 "process" is not available in glue; pass what you need as a tool parameter',
  ],
  [
    'module.exports = {}',
    '1:1 "module" is not available in glue; declare one top-level function per tool; nothing is exported',
  ],
  [
    'function f() { setTimeout(f, 5) }',
    '1:16 "setTimeout" is not available in glue; there are no timers; await the call that takes the time',
  ],
  ['eval("1")', `1:1 "${noEval}`],
  ['(0, eval)("1")', `1:5 "${noEval}`],
  ['const run = eval', `1:13 "${noEval}`],
  ['globalThis.eval("1")', `1:1 "globalThis.${noEval}`],
  ['globalThis.globalThis["eval"]', `1:1 "globalThis.${noEval}`],
  ['this.globalThis.eval', `1:1 "globalThis.${noEval}`],
  ['self.eval', '1:1 "self" is not available in glue; declare a top-level const'],
  [
    'new AbortController()',
    '1:5 "AbortController" is not available in glue; a call ends with its client or at its limits',
  ],
  ['globalThis?.["eval"]?.("1")', `1:1 "globalThis.${noEval}`],
  ['this.eval("1")', `1:1 "this.${noEval}`],
  ['const { eval: run } = globalThis', `1:7 "globalThis.${noEval}`],
  ['Reflect.get(globalThis, "ev" + "al")', `1:1 "globalThis.${noEval}`],
  ["globalThis['fe' + 'tch']('/')", `1:1 "globalThis.fetch" is not available in glue; ${outside}`],
  ['globalThis[`fe${"t"}ch`]', `1:1 "globalThis.fetch" is not available in glue; ${outside}`],
  [
    "globalThis[['fe', 'tch'].join('')]",
    `1:1 "globalThis.fetch" is not available in glue; ${outside}`,
  ],
  ["globalThis['fe'.concat('tch')]", `1:1 "globalThis.fetch" is not available in glue; ${outside}`],
  ['new Function("return 1")', `1:5 ${noFunction}`],
  ['Function("return 1")()', `1:1 ${noFunction}`],
  [
    'this.constructor.constructor("return 1")()',
    `1:1 "constructor.constructor" is not available in glue; ${written}`,
  ],
  [
    '[]["constructor"]["con" + "structor"]',
    `1:1 "constructor.constructor" is not available in glue; ${written}`,
  ],
  [
    '(() => {}).constructor("return 1")',
    `1:1 "constructor" of a function is not available in glue; ${written}`,
  ],
  [
    'new (async function () {}.constructor)("return 1")',
    `1:6 "constructor" of a function is not available in glue; ${written}`,
  ],
  [
    'const { constructor: Make } = () => {}',
    `1:7 "constructor" of a function is not available in glue; ${written}`,
  ],
  [
    'Object.getPrototypeOf(async () => {}).constructor',
    `1:1 "constructor" of a function is not available in glue; ${written}`,
  ],
  [
    'const tool = () => 1; tool.constructor("return 1")',
    `1:23 "constructor(…)" is not available in glue; ${written}`,
  ],
  [
    'const a = {}; a.__proto__ = {}',
    '1:15 "__proto__" cannot be set in glue; make the object with Object.create(prototype)',
  ],
  [
    'const a = {}; a["__proto__"] = {}',
    '1:15 "__proto__" cannot be set in glue; make the object with Object.create(prototype)',
  ],
  [
    'const a = { __proto__: { b: 1 } }',
    '1:11 "__proto__" cannot be set in glue; make the object with Object.create(prototype)',
  ],
  [
    'with (Math) floor(1.5)',
    '1:1 with is not available in glue; name the object before each property',
  ],
  [
    'async function f() { await import("fs") }',
    '1:28 import() is not available in glue; list several files under implementation, they share one scope',
  ],
  ['import a from "b"', `1:1 ${noImport}`],
  ['export function tool() {}', `1:1 ${noImport}`],
  [
    'const a = await api.nd.get()',
    '1:17 await works inside an async function only; move it into the tool that needs the value',
  ],
  ['function tool( {', '1:17 Unexpected end; a bracket, quote or brace before it is not closed'],
])('refuses %s with its place and what to use instead', (source, problem) => {
  expect(at(source)).toEqual([problem]);
});

test.each([
  'const a = result.process.eval',
  'const a = { fetch: 1, process: 2, eval: 3, Function: 4, constructor: 5 }',
  'const { process: pid, fetch: fetched } = result',
  'function tool({ process, module }) { return process + module }',
  'const fetch = (id) => api.nd.get({ id }); fetch(1)',
  'function f() { var setTimeout = 3; { setTimeout += 1 } return setTimeout }',
  'function f(list) { for (const process of list) api.nd.get({ process }) }',
  'try { f() } catch (process) { throw process }',
  'const f = function module() { return module }',
  'class document { static open() { return new document() } }',
  'function f(kind) { switch (kind) { case 1: let process = 2; return process } }',
  'const [, { global = 1 }, ...window] = list; global + window.length',
  'process: for (;;) { break process }',
  '// fetch(eval("process"))\n/* require */ const a = "new Function(\'fetch\')" + `eval`',
  'const same = value.constructor === Object || value.constructor.name === "Map"',
  'class A { clone() { return new this.constructor() } constructor() { this.fetch = 1 } }',
  'const copy = new value.constructor(value)',
  'api.nd.constructor({ id: 1 }); api["my-nd"]["constructor"]({})',
  'class A { #process = 1; fetch() { return this.#process + this.fetch } }',
  'const bare = { __proto__: null }; const parent = bare.__proto__',
  'const field = row["pro" + "cess"]; const other = globalThis.parseInt("4")',
  'function f(globalThis) { return globalThis.eval }',
  'const text = `${row.fetch}`; const r = /eval\\(process\\)/',
])('lets %s pass', (source) => {
  expect(at(source)).toEqual([]);
});

test('lets a file use what another file of the unit declares', () => {
  const files = [
    { file: 'a.js', source: 'const tool = () => fetch(1)' },
    { file: 'b.js', source: 'async function fetch(id) { return api.nd.get({ id }) }' },
  ];
  expect(scanFiles(files, 'unit demo')).toEqual([]);
});

test('names the file of each problem', () => {
  const files = [
    { file: 'a.js', source: 'fetch(1)' },
    { file: 'b.js', source: 'const ;' },
    { file: 'c.js', source: '\nprocess.exit()' },
  ];
  expect(
    scanFiles(files, 'unit demo').map(({ file, line }) => `${file ?? ''}:${line ?? 0}`),
  ).toEqual(['a.js:1', 'b.js:1', 'c.js:2']);
});

test.each([
  ['brackets', `const a = ${'['.repeat(100_000)}`],
  ['sums', `const a = ${'1+'.repeat(100_000)}1`],
])('survives a file of a hundred thousand nested %s', (_what, source) => {
  expect(scanGlue('glue.js', source, 'unit demo')).toMatchObject([{ severity: 'error' }]);
});
