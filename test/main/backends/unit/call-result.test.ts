import { expect, test } from 'vitest';
import { glueUnit } from '../../../builders/glue-unit.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

const returning = async (expression: string, outputSchema = 'undefined'): Promise<unknown> => {
  const glue = `
const describe = () => ({ tools: [{ name: 'tool', outputSchema: ${outputSchema} }] });
async function tool() {
  return ${expression};
}`;
  const { call, problems } = await glueUnit({
    sandbox,
    glue,
    subCall: () =>
      Promise.resolve({ content: [{ type: 'text', text: 'raw' }], _meta: { secret: { a: 1 } } }),
  });
  expect(problems).toEqual([]);
  return call('tool').catch((error: unknown) => String(error));
};
const text = (value: string): unknown => ({ content: [{ type: 'text', text: value }] });

test.each([
  ['undefined', { content: [] }],
  ['"plain"', text('plain')],
  ['""', text('')],
  ['{ a: 1, b: [2] }', text('{"a":1,"b":[2]}')],
  ['[1, "two", null]', text('[1,"two",null]')],
  ['[]', text('[]')],
  ['42', text('42')],
  ['NaN', text('null')],
  ['false', text('false')],
  ['null', text('null')],
  ['new Date(0)', text('1970-01-01T00:00:00.000Z')],
  ['{ gone: undefined, kept: 1 }', text('{"kept":1}')],
  ['{ content: "a text" }', text('{"content":"a text"}')],
  ['{ content: [{ type: "text", text: "x" }] }', text('x')],
  [
    '{ content: [], isError: true, _meta: { demo: 1 }, structuredContent: { a: 1 } }',
    { content: [], isError: true, _meta: { demo: 1 }, structuredContent: { a: 1 } },
  ],
  [
    '{ content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] }',
    { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] },
  ],
])('makes of %s a result', async (expression, result) => {
  expect(await returning(expression)).toEqual(result);
});

test('lets no metadata of a private backend out with its raw result', async () => {
  expect(await returning('api.db.get({})')).toEqual({
    content: [{ type: 'text', text: 'raw' }],
    isError: false,
  });
});

test.each([
  [
    '{ content: ["x"] }',
    'GatewayError: Unit "demo", tool "tool": returned content that is not MCP (content.0: got a text); return { content: [{ type: "text", text }] } or a plain object',
  ],
  [
    '{ content: [{ type: "txt", text: "x" }] }',
    'GatewayError: Unit "demo", tool "tool": returned content that is not MCP (content.0: got an object of type "txt"); return { content: [{ type: "text", text }] } or a plain object',
  ],
  [
    '() => 1',
    'GatewayError: Unit "demo", tool "tool": The returned value is a function, which JSON cannot carry; return plain data',
  ],
  [
    '10n',
    'GatewayError: Unit "demo", tool "tool": The returned value is a BigInt, which JSON cannot carry; return it as a string',
  ],
])('says why %s is no result', async (expression, message) => {
  const got = String(await returning(expression));
  // Where the value holds the thing rather than being it, the words differ by one.
  expect(got.replace('holds a BigInt', 'is a BigInt')).toBe(message);
});

const schema = '{ type: "object", properties: { n: { type: "number" } }, required: ["n"] }';

test('answers a declared output in text and in structure', async () => {
  expect(await returning('{ n: 1 }', schema)).toEqual({
    content: [{ type: 'text', text: '{"n":1}' }],
    structuredContent: { n: 1 },
  });
  expect(await returning('{ content: [], structuredContent: { n: 2 } }', schema)).toEqual({
    content: [],
    structuredContent: { n: 2 },
  });
});

test('leaves an error alone that does not fit the declared output', async () => {
  expect(await returning('{ content: [], isError: true }', schema)).toEqual({
    content: [],
    isError: true,
  });
});

test.each([
  ['{ list: [{ a: 1 }, {}] }', '"list.1.a" is missing'],
  ['{ list: [{ a: 1, "b/c": 2 }] }', '"list.0.b/c" is not in the schema'],
  ['{ mode: "fats" }', '"mode" must be equal to one of the allowed values: ["fast","slow"]'],
  ['{ kind: "two" }', '"kind" must be equal to constant: "one"'],
  ['{ "d/e": 1 }', '"d/e" must be string'],
])('names the place of %s that does not fit', async (expression, place) => {
  const item = {
    type: 'object',
    properties: { a: {} },
    required: ['a'],
    additionalProperties: false,
  };
  const properties = {
    list: { type: 'array', items: item },
    mode: { enum: ['fast', 'slow'] },
    kind: { const: 'one' },
    'd/e': { type: 'string' },
  };
  expect(await returning(expression, JSON.stringify({ properties }))).toBe(
    `GatewayError: Unit "demo", tool "tool": returned what does not fit its outputSchema: ${place}; correct the value or the schema`,
  );
});

test.each([
  [
    '{ n: "one" }',
    'returned what does not fit its outputSchema: "n" must be number; correct the value or the schema',
  ],
  [
    '{}',
    'returned what does not fit its outputSchema: "n" is missing; correct the value or the schema',
  ],
  [
    '"text"',
    'declares an outputSchema, but returned no object; return one, or { content, structuredContent }',
  ],
])('refuses %s where another output is declared', async (expression, why) => {
  expect(await returning(expression, schema)).toBe(
    `GatewayError: Unit "demo", tool "tool": ${why}`,
  );
});
