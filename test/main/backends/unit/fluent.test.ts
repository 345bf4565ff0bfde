import { expect, test } from 'vitest';
import { toGatewayError } from '../../../../main/platform/gateway-error.ts';
import { glueUnit } from '../../../builders/glue-unit.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

test('is equal to describe() in everything a tool says of itself', async () => {
  const written = await glueUnit({
    sandbox,
    glue: `f.query('look')
      .title('Look').describe('Looks').input({ id: { type: 'integer', required: true } })
      .output({ type: 'object', properties: { n: { type: 'number' } } })
      .tags('a', 'b').idempotent().suggest('next', 'why').suggest('other')
      .states('on', 'off').transition('off')
      .handle(async ({ id }) => ({ n: id }));`,
  });
  const described = await glueUnit({
    sandbox,
    glue: `const describe = () => ({ tools: [{
      name: 'look', title: 'Look', description: 'Looks', access: 'read',
      params: { id: { type: 'integer', required: true } },
      outputSchema: { type: 'object', properties: { n: { type: 'number' } } },
      tags: ['a', 'b'], idempotent: true,
      suggests: [{ tool: 'next', reason: 'why' }, { tool: 'other' }],
      states: ['on', 'off'], transition: 'off',
    }] });
    const look = async ({ id }) => ({ n: id });`,
  });
  expect(written.problems).toEqual([]);
  expect(written.unit.tools()).toEqual(described.unit.tools());
  expect(await written.call('look', { id: 5 })).toEqual(await described.call('look', { id: 5 }));
});

test('takes the access class from the verb, or as given', async () => {
  const { unit } = await glueUnit({
    sandbox,
    glue: `const run = () => 1;
      f.query('a').handle(run); f.mutation('b').handle(run); f.action('c').handle(run);
      f.action('d').access('admin').handle(run);`,
  });
  expect(unit.tools().map(({ name, access }) => [name, access])).toEqual([
    ['a', 'read'],
    ['b', 'dangerous'],
    ['c', 'write'],
    ['d', 'admin'],
  ]);
});

test('takes a JSON Schema or the short form as input', async () => {
  const { unit } = await glueUnit({
    sandbox,
    glue: `const run = () => 1;
      f.query('full').input({ type: 'object', properties: { id: { type: 'string' } } }).handle(run);
      f.query('short').input({ type: { enum: ['x', 'y'] }, properties: {} }).handle(run);
      f.query('none').handle(run);`,
  });
  expect(unit.tools().map(({ inputSchema }) => inputSchema)).toEqual([
    { type: 'object', properties: { id: { type: 'string' } } },
    {
      type: 'object',
      properties: { type: { enum: ['x', 'y'] }, properties: { type: 'string' } },
      additionalProperties: false,
    },
    { type: 'object', properties: {}, additionalProperties: false },
  ]);
});

test('keeps dotted names, prefixes those of a router and adds its tags', async () => {
  const { unit, call } = await glueUnit({
    sandbox,
    glue: `f.query('billing.get_invoice').handle(() => 'invoice');
      const tickets = f.router('support.tickets').tags('support');
      tickets.query('search').tags('find', 'support').handle(({ q }) => 'found ' + q);
      tickets.tags('late');`,
  });
  expect(unit.tools().map(({ name, tags }) => ({ name, tags }))).toEqual([
    { name: 'billing.get_invoice', tags: [] },
    { name: 'support.tickets.search', tags: ['support', 'late', 'find'] },
  ]);
  expect(await call('support.tickets.search', { q: 'x' })).toEqual({
    content: [{ type: 'text', text: 'found x' }],
  });
});

test('sets the options of a namespace on a router or on a tool', async () => {
  const { unit } = await glueUnit({
    sandbox,
    glue: `const run = () => 1;
      f.router('billing').describe('Money').discriminator('operation').toonDescription();
      f.query('shop.list').toonDescription().handle(run);
      f.query('bare').discriminator('what').handle(run);`,
  });
  expect(unit.namespaces).toEqual({
    billing: { description: 'Money', discriminator: 'operation', descriptionMode: 'toon' },
    shop: { descriptionMode: 'toon' },
    demo: { discriminator: 'what' },
  });
});

test('mixes both forms in one unit, spread over files', async () => {
  const { unit, problems, call } = await glueUnit({
    sandbox,
    glue: {
      'a.js': `const describe = () => ({ tools: [{ name: 'one' }] });\nconst one = () => two.length;`,
      'b.js': `const two = [1, 2];\nf.query('other').handle(() => one());`,
      'c.js': `f.action('third').handle(async () => (await api.db.get({})).isError);`,
    },
    subCall: () => Promise.resolve({ content: [] }),
  });
  expect(problems).toEqual([]);
  expect(unit.tools().map(({ name }) => name)).toEqual(['one', 'other', 'third']);
  const texts = await Promise.all(['one', 'other', 'third'].map((name) => call(name)));
  expect(texts.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: '2' }],
    [{ type: 'text', text: '2' }],
    [{ type: 'text', text: 'false' }],
  ]);
});

test('names a tool without a handler, and keeps the others', async () => {
  const { unit, problems } = await glueUnit({
    sandbox,
    glue: `f.query('good').handle(() => 1);\nf.query('billing.open').describe('x');`,
  });
  expect(unit.tools().map(({ name }) => name)).toEqual(['good']);
  expect(problems).toEqual([
    'demo.js:2 f, tool "billing.open": has no .handle(); add the function that answers a call',
  ]);
});

test('names both files and lines of a name that is used twice', async () => {
  const { problems } = await glueUnit({
    sandbox,
    glue: {
      'a.js': `f.query('x').handle(() => 1);\nconst describe = () => ({ tools: [\n{ name: 'y' }] });\nconst y = () => 1;`,
      'b.js': `\n\nf.query('x').handle(() => 2);\nf.action('y').handle(() => 3);`,
    },
  });
  expect(problems).toEqual([
    'b.js:3 f, tool "x": the name is used twice, in a.js, line 1 and in b.js, line 3; rename one of them',
    'b.js:4 f, tool "y": the name is used twice, in a.js, line 3 and in b.js, line 4; rename one of them',
  ]);
});

test.each([
  ['f.query().handle(() => 1)', 'f.query() takes a text, got undefined'],
  ['f.query("").handle(() => 1)', 'f.query() takes a text, got an empty one'],
  ['f.query("a").describe(5).handle(() => 1)', 'f.query("a").describe() takes a text, got number'],
  ['f.query("a").input([]).handle(() => 1)', 'f.query("a").input() takes an object, got an array'],
  [
    'f.query("a").handle("x").handle(() => 1)',
    'f.query("a").handle() takes a function, got string',
  ],
  [
    'f.query("a").handle(() => 1).handle(() => 2)',
    'f.query("a") has two handlers; keep one of them',
  ],
  [
    'f.query("a").discriminator("__proto__").handle(() => 1)',
    'f.query("a").discriminator() takes a name of letters, digits, "_" and "-" that is no part of JavaScript objects, got "__proto__"',
  ],
  [
    'f.query("a").states(7, "on").handle(() => 1)',
    'f.query("a").states() takes a text, got number',
  ],
  ['f.state("a"); f.state("b")', 'f.state() is called twice; a unit begins in one state'],
  [
    'f.query("a.b.c.d").handle(() => 1)',
    'f, tool "a.b.c.d": the name must be words of letters, digits, "_" and "-", with at most two dots between them',
  ],
  [
    'f.query("a..b").handle(() => 1)',
    'f, tool "a..b": the name must be words of letters, digits, "_" and "-", with at most two dots between them',
  ],
  [
    'f.query("db").handle(() => 1)',
    'f, tool "db": a private backend has this name; rename one of them',
  ],
])('reports %s with its line', async (line, problem) => {
  const { problems } = await glueUnit({
    sandbox,
    glue: `f.query('good').handle(() => 1);\n${line};`,
  });
  expect(problems).toEqual([`demo.js:2 ${problem}`]);
});

test('points at the line of a wrong word', async () => {
  const { problems } = await glueUnit({
    sandbox,
    glue: `\nf.query('a').tag('x').handle(() => 1);`,
  });
  expect(problems).toEqual(['demo.js:2 f.query(...).tag is not a function']);
});

test("names the line in the unit's file when a handler fails", async () => {
  const { call } = await glueUnit({
    sandbox,
    glue: `f.query('a.b')\n  .handle(async () => {\n    throw new Error('bad');\n  });`,
  });
  const error = await call('a.b').then(() => undefined, toGatewayError);
  expect(error?.message).toBe('Unit "demo", tool "a.b": bad (demo.js, line 3)');
});

test('leaves a unit its own f', async () => {
  const { unit, problems } = await glueUnit({
    sandbox,
    glue: `const f = (x) => x * 2;\nconst describe = () => ({ tools: [{ name: 'a' }] });\nconst a = () => f(4);`,
  });
  expect({ problems, tools: unit.tools().length }).toEqual({ problems: [], tools: 1 });
});

test('says what to add where no tool is declared', async () => {
  const { problems } = await glueUnit({ sandbox, glue: 'const g = () => f;' });
  expect(problems).toEqual([
    'demo.js:0 declares no tool; add a function describe(), or tools with f.query()',
  ]);
});
