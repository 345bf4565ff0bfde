import { expect, test } from 'vitest';
import type { GatewayError } from '../../../main/platform/gateway-error.ts';
import type { SandboxJob } from '../../../main/sandbox/sandbox.ts';
import { glueJob, scriptJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

const valueOf = async (job: SandboxJob): Promise<unknown> => (await sandbox.run(job)).value;

async function failureOf(job: SandboxJob): Promise<{ code: string; message: string }> {
  const { code, message } = await sandbox.run(job).then(
    () => ({ code: 'none', message: '' }),
    (error: unknown) => error as GatewayError,
  );
  return { code, message };
}

test('runs a tool that composes two bridge calls', async () => {
  const source = `async function tool(params) {
    const [a, b] = await Promise.all([api.db.get({ n: 1 }), api.files['odd-name']({ n: 2 })]);
    console.log('got', a, b);
    return { sum: a.n + b.n, given: params.given };
  }`;
  const paths: unknown[] = [];
  const outcome = await sandbox.run(
    glueJob(source, {
      entry: { kind: 'function', name: 'tool', args: [{ given: 'x' }] },
      onCall: ({ path, args }) => {
        paths.push(path);
        return Promise.resolve({ ok: true, value: args });
      },
    }),
  );
  expect({ outcome, paths }).toEqual({
    outcome: { value: { sum: 3, given: 'x' }, console: ['got { n: 1 } { n: 2 }'], calls: 2 },
    paths: [
      ['db', 'get'],
      ['files', 'odd-name'],
    ],
  });
});

test('runs a script with return and await at its top level', async () => {
  const outcome = await sandbox.run(
    scriptJob(`const r = await toolmesh.db_get({ q: 1 }); return r.q + 1`),
  );
  expect(outcome).toEqual({ value: 2, console: [], calls: 1 });
});

test('loads several files into one scope in their order', async () => {
  const files = [
    { name: 'a.js', source: 'const base = 2; let twice = (n) => n * base;' },
    {
      name: 'b.js',
      source: 'class Box { value = twice(21); } const tool = () => new Box().value;',
    },
  ];
  expect(await valueOf(glueJob('', { files }))).toBe(42);
});

test('gives every run a context of its own', async () => {
  const source = `globalThis.count = (globalThis.count ?? 0) + 1; const tool = () => count;`;
  const values = [await valueOf(glueJob(source)), await valueOf(glueJob(source))];
  expect(values).toEqual([1, 1]);
});

test('offers the given globals and lets glue use their names', async () => {
  const globals = { params: { x: 1 }, phase: 'pre' };
  expect([
    await valueOf(glueJob('const tool = () => [params, phase]', { globals })),
    await valueOf(glueJob('const params = 3; const tool = () => params', { globals })),
  ]).toEqual([[{ x: 1 }, 'pre'], 3]);
});

test('passes no bridge to a policy', async () => {
  const job = glueJob('const tool = () => [typeof api, typeof toolmesh]', {
    bridge: { global: 'none' },
  });
  expect(await valueOf(job)).toEqual(['undefined', 'undefined']);
});

test('runs bridge calls that belong together at the same time', async () => {
  let open = 0;
  let most = 0;
  const job = glueJob(
    'const tool = () => Promise.all(Array.from({ length: 50 }, (_, n) => api.db.get({ n })))',
    {
      onCall: async () => {
        open += 1;
        most = Math.max(most, open);
        while (most < 50) await new Promise(setImmediate);
        open -= 1;
        return { ok: true, value: null };
      },
    },
  );
  expect(await valueOf(job)).toHaveLength(50);
});

test.each([
  ['toString', ''],
  ['Date', ''],
  ['api', ''],
  ['describe', 'const tool = 1'],
  ['tool', 'const tool = 1'],
  ['class', 'const tool = 1'],
])('finds no tool %s that the files do not declare', async (name, source) => {
  const job = glueJob(source, { entry: { kind: 'function', name, args: [] } });
  expect(await failureOf(job)).toEqual({
    code: 'glue-error',
    message: `glue.js declares no function "${name}"`,
  });
});

test.each([
  ['toString', 'function toString() { return 1; }'],
  ['toString', 'const toString = () => 1;'],
  ['Date', 'function Date() { return 1; }'],
  ['Date', 'let Date = () => 1;'],
  ['tool', 'var tool = () => 1;'],
  ['tool', 'globalThis.tool = () => 1;'],
])('finds the tool %s when the files declare it', async (name, source) => {
  expect(await valueOf(glueJob(source, { entry: { kind: 'function', name, args: [] } }))).toBe(1);
});

test('names the nearest sub-backend for an unknown one', async () => {
  expect(await failureOf(glueJob('const tool = () => api.dbs.get()'))).toEqual({
    code: 'glue-error',
    message: 'api has no sub-backend "dbs"; did you mean "db"? known: db, files',
  });
});

test('lets glue catch a failed call with its facts', async () => {
  const job = glueJob(
    `async function tool() {
      try { await api.db.get({}); } catch (error) { return [error.message, { ...error }]; }
    }`,
    {
      onCall: () =>
        Promise.resolve({
          ok: false,
          error: { code: 'backend-timeout', message: 'too slow', backend: 'db', tool: 'get' },
        }),
    },
  );
  expect(await valueOf(job)).toEqual([
    'too slow',
    { code: 'backend-timeout', backend: 'db', tool: 'get' },
  ]);
});

test('lets toolmesh be awaited, logged and compared like any object', async () => {
  const source = `console.log(toolmesh, api?.db);
    return [await toolmesh === toolmesh, JSON.stringify({ toolmesh }), typeof toolmesh.then];`;
  const outcome = await sandbox.run(scriptJob(`const api = undefined; ${source}`));
  expect(outcome).toEqual({
    value: [true, '{"toolmesh":{}}', 'undefined'],
    console: ['{} undefined'],
    calls: 0,
  });
});

test('cancels a waiting run and a spinning run', async () => {
  const cancelled = async (source: string): Promise<{ code: string; message: string }> => {
    const abort = new AbortController();
    const job = glueJob(source, {
      signal: abort.signal,
      onCall: () => {
        setImmediate(() => {
          abort.abort();
        });
        return new Promise(() => undefined);
      },
    });
    return failureOf(job);
  };
  const error = { code: 'cancelled', message: 'Unit "demo" was cancelled by the client' };
  expect([
    await cancelled('const tool = () => api.db.get({})'),
    await cancelled('const tool = () => { api.db.get({}); for (;;); }'),
  ]).toEqual([error, error]);
});

test('refuses a run that was cancelled before it began', async () => {
  const job = glueJob('const tool = () => 1', { signal: AbortSignal.abort() });
  expect((await failureOf(job)).code).toBe('cancelled');
});
