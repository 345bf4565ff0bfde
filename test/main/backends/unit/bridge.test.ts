import { expect, test } from 'vitest';
import type { SubCall } from '../../../../main/backends/backend.ts';
import { GatewayError, toGatewayError } from '../../../../main/platform/gateway-error.ts';
import { glueUnit } from '../../../builders/glue-unit.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

const answered = async (body: string, subCall: SubCall, backends = ['db']): Promise<unknown> => {
  const glue = `const describe = () => ({ tools: [{ name: 'tool' }] });\nasync function tool() {\n${body}\n}`;
  const { call } = await glueUnit({ sandbox, glue, subCall, backends });
  const { content } = await call('tool', { given: 1 });
  const [first] = content;
  return first?.type === 'text' ? JSON.parse(first.text) : undefined;
};

const noCall: SubCall = () => Promise.reject(new Error('not to be called'));

test('hands the raw result of a private tool to the glue', async () => {
  const result = {
    content: [{ type: 'text' as const, text: '{"a":1}' }],
    structuredContent: { a: 1 },
    _meta: { db: { took: 3 } },
  };
  expect(
    await answered('return { got: await api.db.get({ id: 1 }) };', () => Promise.resolve(result)),
  ).toEqual({
    got: {
      content: [{ type: 'text', text: '{"a":1}' }],
      isError: false,
      metadata: { db: { took: 3 } },
      structuredContent: { a: 1 },
    },
  });
});

test("returns a private tool's own failure, and throws what is none", async () => {
  const body = `
    const own = await api.db.own();
    const thrown = await api.db.away({}).catch(({ code, backend, tool, message }) => ({ code, backend, tool, message }));
    return { isError: own.isError, thrown };`;
  const subCall: SubCall = (_backend, tool) =>
    tool === 'own'
      ? Promise.resolve({ content: [], isError: true })
      : Promise.reject(new GatewayError('backend-timeout', 'Backend "db" did not answer'));
  expect(await answered(body, subCall)).toEqual({
    isError: true,
    thrown: {
      code: 'backend-timeout',
      backend: 'db',
      tool: 'away',
      message: 'Backend "db" did not answer',
    },
  });
});

test('reaches odd names with brackets', async () => {
  const subCall: SubCall = ({ name }, tool, args) =>
    Promise.resolve({ content: [], structuredContent: { name, tool, args } });
  const body = `const a = await api['my-db']['get/all v2']({ x: 1 });\nconst b = await api['my-db'].constructor({});\nreturn [a.structuredContent, b.structuredContent];`;
  expect(await answered(body, subCall, ['my-db'])).toEqual([
    { name: 'my-db', tool: 'get/all v2', args: { x: 1 } },
    { name: 'my-db', tool: 'constructor', args: {} },
  ]);
});

test('names the nearest backend for one that is not there', async () => {
  const body =
    'try { await api.dbs.get({}); } catch ({ code, message }) { return { code, message }; }';
  expect(await answered(body, noCall, ['db', 'files'])).toEqual({
    code: 'unknown-tool',
    message: 'api has no sub-backend "dbs"; did you mean "db"? known: db, files',
  });
});

test.each(['"text"', '[1]', '7', 'null'])('refuses %s as arguments', async (args) => {
  const body = `try { await api.db.get(${args}); } catch ({ code, message }) { return { code, message }; }`;
  expect(await answered(body, noCall)).toEqual({
    code: 'invalid-arguments',
    message: `api.db.get takes one object of arguments, got ${args}`,
  });
});

test('gives the arguments to the function and to the global params', async () => {
  const glue = `const describe = () => ({ tools: [{ name: 'tool' }] });\nconst tool = (given) => [given, params];`;
  const { call } = await glueUnit({ sandbox, glue });
  expect(await call('tool', { a: 1 })).toEqual({
    content: [{ type: 'text', text: '[{"a":1},{"a":1}]' }],
  });
});

test('runs calls made together at the same time', async () => {
  let open = 0;
  let release: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  const subCall: SubCall = async () => {
    open += 1;
    // Were they one after the other, the first would wait for ever.
    if (open === 50) release();
    await all;
    return { content: [] };
  };
  const body =
    'return (await Promise.all(Array.from({ length: 50 }, (_, i) => api.db.get({ i })))).length;';
  expect(await answered(body, subCall)).toBe(50);
});

test('keeps console lines of calls that end well and of calls that fail', async () => {
  const glue = `const describe = () => ({ tools: [{ name: 'good' }, { name: 'bad' }] });
const good = () => { console.log('fine', { a: 1 }); };
const bad = () => { console.warn('careful'); throw new Error('no'); };`;
  const demo = await glueUnit({ sandbox, glue });
  await demo.call('good');
  await demo.call('bad').catch(() => undefined);
  expect(demo.console).toEqual(['fine { a: 1 }', '[warn] careful']);
});

test('caps the console at 4 KB and marks the cut', async () => {
  const glue = `const describe = () => ({ tools: [{ name: 'tool' }] });
const tool = () => { for (let i = 0; i < 1000; i++) console.log('line ' + i); };`;
  const demo = await glueUnit({ sandbox, glue });
  await demo.call('tool');
  const bytes = Buffer.byteLength(demo.console.join('\n'));
  expect({ fits: bytes <= 4096, full: bytes > 4000, last: demo.console.at(-1) }).toEqual({
    fits: true,
    full: true,
    last: expect.stringContaining('…') as unknown,
  });
});

test('names unit, tool, file and line of an error, and nothing of the host', async () => {
  const glue = {
    'demo.js': `const describe = () => ({ tools: [{ name: 'tool' }] });\nconst tool = async () => deep();`,
    'lib/deep.js': `// a comment\nasync function deep() {\n  await null;\n  throw new TypeError('bad row');\n}`,
  };
  const demo = await glueUnit({ sandbox, glue });
  const error = await demo.call('tool').then(() => undefined, toGatewayError);
  expect({ code: error?.code, message: error?.message, data: error?.data }).toEqual({
    code: 'glue-error',
    message: 'Unit "demo", tool "tool": bad row (lib/deep.js, line 4)',
    data: {
      name: 'TypeError',
      file: 'lib/deep.js',
      line: 4,
      column: 9,
      unit: 'demo',
      tool: 'tool',
    },
  });
  expect(`${error?.message ?? ''}${JSON.stringify(error?.data)}`).not.toMatch(
    /node:|sandbox-host|isolated|host\.cjs|file:/,
  );
});
