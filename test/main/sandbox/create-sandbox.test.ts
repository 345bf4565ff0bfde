import { expect, test } from 'vitest';
import { glueJob, scriptJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

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
