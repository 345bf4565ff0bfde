import { expect, test } from 'vitest';
import { glueUnit } from '../../../builders/glue-unit.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

const described = (list: string, more = ''): Promise<Awaited<ReturnType<typeof glueUnit>>> =>
  glueUnit({ sandbox, glue: `function describe() { return { tools: [${list}] }; }\n${more}` });

test('passes on everything a tool says of itself', async () => {
  const { unit, problems } = await described(
    `{
      name: 'look', title: 'Look', description: 'Looks', access: 'read', idempotent: true,
      tags: ['a', 'b'], suggests: ['other', { tool: 'third', reason: 'why' }],
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
      outputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }`,
    'function look() {}',
  );
  expect(problems).toEqual([]);
  expect(unit.tools()).toEqual([
    {
      name: 'look',
      title: 'Look',
      description: 'Looks',
      access: 'read',
      idempotent: true,
      tags: ['a', 'b'],
      suggests: [{ tool: 'other' }, { tool: 'third', reason: 'why' }],
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
      outputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    },
  ]);
});

test('turns the short form of parameters into a closed JSON Schema', async () => {
  const { unit } = await described(
    `{ name: 'a', params: {
      text: { required: true, description: 'd', minLength: 2 },
      kind: { enum: ['x', 1], default: 'x' },
      box: { type: 'object', required: ['w'], properties: { w: { type: 'number' } } },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }], required: false },
    } }`,
    'const a = () => 1;',
  );
  expect(unit.tools()[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string', description: 'd', minLength: 2 },
      kind: { enum: ['x', 1], default: 'x' },
      box: { type: 'object', required: ['w'], properties: { w: { type: 'number' } } },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['text'],
    additionalProperties: false,
  });
});

test('leaves the access class open when none is declared', async () => {
  const { unit } = await described(`{ name: 'a' }`, 'function a() {}');
  expect(unit.tools()[0]?.access).toBe('unclassified');
});

test('names an object schema at the root where the glue left it out', async () => {
  const { unit } = await described(
    `{ name: 'a', inputSchema: { properties: {} }, outputSchema: {} }`,
    'function a() {}',
  );
  expect(unit.tools()[0]).toMatchObject({
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object' },
  });
});

test('waits for a describe() that is asynchronous', async () => {
  const { unit } = await glueUnit({
    sandbox,
    glue: `const describe = async () => ({ tools: [await Promise.resolve({ name: 'a' })] }); const a = async () => 1;`,
  });
  expect(unit.tools().map(({ name }) => name)).toEqual(['a']);
});

test.each([
  [
    `{ name: 'not-a-name' }`,
    'tool "not-a-name": the name is not a JavaScript identifier; the tool is a function of that name',
  ],
  [`{ name: 'db' }`, 'tool "db": a private backend has this name; rename one of them'],
  [
    `{ name: 'delete' }`,
    'tool "delete": the name is taken by the language or by the sandbox; no function can be called like that',
  ],
  [
    `{ name: 'gone' }`,
    'tool "gone": there is no top-level function "gone"; write it, or correct the name',
  ],
  [
    `{ name: 'both', params: {}, inputSchema: {} }`,
    'tool "both": has params and inputSchema; keep one of them',
  ],
  [
    `{ name: 'list', inputSchema: { type: 'array' } }`,
    'tool "list": inputSchema must describe an object, got "array"',
  ],
  [
    `{ name: 'out', outputSchema: { type: 'string' } }`,
    'tool "out": outputSchema must describe an object, got "string"',
  ],
  [`{ name: 'odd', acess: 'read' }`, 'tool "odd": unknown key "acess"; nearest: access'],
  [
    `{ name: 'odd', colour: 1 }`,
    'tool "odd": unknown key "colour"; known: name, description, title, access, params, inputSchema, outputSchema, tags, idempotent, suggests, states, transition',
  ],
  [
    `{ name: 'typed', params: { a: { type: 'strnig' } } }`,
    'tool "typed": params: not valid JSON Schema (properties.a.type must be equal to one of the allowed values, got "strnig"; nearest: string)',
  ],
  [
    `{ name: 'shut', states: [] }`,
    'tool "shut": states: names no state; leave it out for a tool that is always open',
  ],
  [`{ name: 'odd', acces: 'read' }`, 'tool "odd": unknown key "acces"; nearest: access'],
  [
    `{ name: 'odd', params: { id: 'integer' } }`,
    'tool "odd": params.id: expected an object, got "integer"; write for example { id: { type: "integer", required: true } }',
  ],
  [`{ name: 'odd', tags: 'all' }`, 'tool "odd": tags: expected a list, got "all"'],
  [
    `{ name: 'odd', suggests: [7] }`,
    'tool "odd": suggests.0: expected the name of a tool, or { tool, reason }, got 7',
  ],
  [`{ description: 'x' }`, 'tools[0]: name: expected a text, got nothing'],
])('refuses %s and keeps the other tools', async (tool, problem) => {
  const functions = 'function good() {} function both() {} function list() {} function out() {}';
  const { unit, problems } = await described(`${tool}, { name: 'good' }`, functions);
  expect(unit.tools().map(({ name }) => name)).toEqual(['good']);
  expect(problems).toEqual([
    `demo.js:${problem.startsWith('tools[') || problem.includes('no top-level') ? 0 : 1} describe(), ${problem}`,
  ]);
});

test('advises no setting for the limits of describe(), which have none', async () => {
  const { problems } = await glueUnit({
    sandbox,
    glue: 'function describe() { const all = []; for (;;) all.push(new Array(1000).fill(0.5)); }',
  });
  expect(problems).toEqual([
    ':0 describe(): Unit "demo" used more than its limit of 128 MB of memory and was stopped; keep less data at a time',
  ]);
});

test('names both places of a name that is used twice', async () => {
  const { unit, problems } = await glueUnit({
    sandbox,
    glue: {
      'a.js': `function describe() {\n  return { tools: [\n    { name: 'same' },\n    { name: "same" },\n  ] };\n}`,
      'b.js': 'function same() {}',
    },
  });
  expect(unit.tools()).toHaveLength(1);
  expect(problems).toEqual([
    'a.js:4 describe(), tool "same": the name is used twice, in a.js, line 3 and in a.js, line 4; rename one of them',
  ]);
});

test.each([
  ['', 'demo.js:0 there is no function describe(); add it, or write the tools with f.query()'],
  [
    'function describe() { return 1; }',
    'demo.js:0 describe() must return { tools: [...] }; return the list of tools',
  ],
  [
    'function describe() { return { state: 7, tools: [] }; }',
    'demo.js:0 describe(), state: expected the name of a state, got 7',
  ],
  ['\nfunction describe() { throw new Error("no luck"); }', 'demo.js:2 describe(): no luck'],
  [
    'const early = api.db.get({});\nfunction describe() { return { tools: [] }; }',
    'demo.js:1 describe(): api is not defined; it is there only while a tool runs, so use it inside the function of the tool',
  ],
  ['const a = 1;\nconst a = 2;', `demo.js:2 describe(): Identifier 'a' has already been declared`],
])('reports the glue %j with its place', async (glue, problem) => {
  expect((await glueUnit({ sandbox, glue })).problems).toEqual([problem]);
});

test('loads several files into one scope, in their order', async () => {
  const { call } = await glueUnit({
    sandbox,
    glue: {
      'b.js': 'const base = 40;',
      'a.js': `const add = (n) => base + n;\nfunction describe() { return { tools: [{ name: 'sum' }] }; }`,
      'c.js': 'function sum() { return add(2); }',
    },
  });
  expect(await call('sum')).toEqual({ content: [{ type: 'text', text: '42' }] });
});
