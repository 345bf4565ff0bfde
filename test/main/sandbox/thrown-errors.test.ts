import { expect, test } from 'vitest';
import type { GatewayError } from '../../../main/platform/gateway-error.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob, scriptJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const said: string[] = [];
const sandbox = openSandbox({
  log: (_, message) => {
    said.push(message);
  },
});

async function glueError(job: SandboxJob): Promise<unknown> {
  const { code, message, data } = await sandbox.run(job).then(
    () => ({ code: 'none', message: '', data: {} }),
    (error: unknown) => error as GatewayError,
  );
  return code === 'glue-error' ? { message, ...data } : code;
}

test('reports the line of the glue that threw', async () => {
  const source = `const tool = async () => {
    await api.db.get({});
    console.log('before');
    throw Object.assign(new TypeError('bad value'), { code: 'E_BAD' });
  };`;
  expect(await glueError(glueJob(source))).toEqual({
    message: 'bad value',
    name: 'TypeError',
    code: 'E_BAD',
    file: 'glue.js',
    line: 4,
    column: 25,
    console: ['before'],
  });
});

test('reports the line of the glue whose call failed', async () => {
  const error = { code: 'backend-error', message: 'no disk', backend: 'db', tool: 'get' };
  const job = glueJob(`const tool = async () => {\n  await 1;\n  await api.db.get({});\n};`, {
    onCall: () => Promise.resolve({ ok: false, error }),
  });
  expect(await glueError(job)).toEqual({
    ...error,
    name: 'Error',
    file: 'glue.js',
    line: 3,
    column: 16,
  });
});

test.each([
  ['a syntax error', 'let a;\n  a = 5 5;', { message: 'Unexpected number', line: 2, column: 9 }],
  ['a missing bracket', 'if (1) {\n  ', { message: 'Unexpected end of input', line: 2, column: 3 }],
  ['an exception', 'await 1;\n  null.x;', { line: 2, column: 8 }],
  ['an exception after sourceURL', 'null.x;\n//# sourceURL=other.js', { line: 1, column: 6 }],
])('keeps the lines of a script for %s', async (_, source, expected) => {
  expect(await glueError(scriptJob(source))).toMatchObject({ file: 'script.js', ...expected });
});

test.each([
  ['a syntax error', 'let a;\nlet a;', { line: 2, column: 5, name: 'SyntaxError' }],
  ['a missing bracket', 'function tool() {\n', { line: 2, column: 1 }],
  ['an exception at the top level', '\n null.x;', { line: 2, column: 7, name: 'TypeError' }],
  [
    'a forged file name',
    '//# sourceURL=/etc/passwd\nnull.x;\n//# sourceURL=/etc/hosts',
    { line: 2 },
  ],
])('keeps file and lines of glue for %s', async (_, source, expected) => {
  expect(await glueError(glueJob(source))).toMatchObject({ file: 'glue.js', ...expected });
});

test.each([
  ['"plain text"', 'plain text'],
  ['42', '42'],
  ['undefined', 'The code threw undefined; throw an Error that says what went wrong'],
  ['{ reason: "none", list: [1, { a: null }] }', '{ reason: "none", list: [1, { a: null }] }'],
  ['Object.create(null)', '{}'],
  ['{ message: "looks like an error", code: 5 }', 'looks like an error'],
  ['new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } })', '[unprintable]'],
])('says what was thrown for %s', async (thrown, message) => {
  expect(await glueError(glueJob(`const tool = () => { throw ${thrown}; }`))).toMatchObject({
    message,
  });
});

test('says why a returned value cannot be passed on', async () => {
  const messages = [];
  for (const value of ['{ n: 1n }', '(() => { const a = {}; a.a = a; return a; })()', '() => 1']) {
    messages.push(await glueError(glueJob(`const tool = () => (${value})`)));
  }
  expect(messages).toMatchObject([
    {
      message: 'The returned value holds a BigInt, which JSON cannot carry; return it as a string',
    },
    {
      message:
        'The returned value refers to itself (circular), which JSON cannot carry; return a copy without the loop',
    },
    { message: 'The returned value is a function, which JSON cannot carry; return plain data' },
  ]);
});

test('a file that throws beside a lost rejection wears no host', async () => {
  const job = glueJob(`Promise.reject(new Error('lost')); throw new Error('top');`);
  for (let run = 0; run < 3; run += 1) {
    expect(await glueError(job)).toMatchObject({ message: 'top', line: 1 });
  }
  // By the next answers whatever the host had to say about those runs is here.
  for (let run = 0; run < 3; run += 1) await sandbox.run(glueJob('const tool = () => 1'));
  expect(said.filter((message) => message.includes('is replaced'))).toEqual([]);
});
