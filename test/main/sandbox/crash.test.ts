import { afterAll, expect, test } from 'vitest';
import type { GatewayError } from '../../../main/platform/gateway-error.ts';
import { createSandbox } from '../../../main/sandbox/create-sandbox.ts';
import type { Sandbox } from '../../../main/sandbox/sandbox.ts';
import { glueJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

/** A sandbox whose hosts' process ids become known as they get ready. */
function openWatched(): { sandbox: Sandbox; readyPids: (count: number) => Promise<number[]> } {
  const pids: number[] = [];
  const sandbox = openSandbox({
    log: (_, message, data) => {
      if (message === 'Sandbox host is ready') pids.push(Number(data?.['pid']));
    },
  });
  return {
    sandbox,
    async readyPids(count) {
      while (pids.length < count) await new Promise(setImmediate);
      return pids;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ending = (run: Promise<{ value: unknown }>): Promise<unknown> =>
  run.then(
    ({ value }) => value,
    (error: unknown) => (error as GatewayError).code,
  );

test('repeats calls that did nothing yet when their host is killed', async () => {
  const { sandbox, readyPids } = openWatched();
  const [pid = 0] = await readyPids(2);
  let waiting = 0;
  const called = Array.from({ length: 10 }, () =>
    ending(
      sandbox.run(
        glueJob('const tool = async () => { await api.db.get({}); return "called"; }', {
          onCall: () => {
            waiting += 1;
            return new Promise(() => undefined);
          },
        }),
      ),
    ),
  );
  while (waiting < 10) await new Promise(setImmediate);
  const pure = Array.from({ length: 10 }, () =>
    ending(
      sandbox.run(
        glueJob(
          'const tool = () => { for (const end = Date.now() + 100; Date.now() < end; ); return "pure"; }',
        ),
      ),
    ),
  );
  process.kill(pid, 'SIGKILL');
  expect({ called: await Promise.all(called), pure: await Promise.all(pure) }).toEqual({
    called: called.map(() => 'sandbox-restarted'),
    pure: pure.map(() => 'pure'),
  });
});

test('loses nothing but runs that had called when hosts are killed again and again', async () => {
  const { sandbox, readyPids } = openWatched();
  let finished = 0;
  // The same two lists throughout: their isolates serve again.
  const pure = glueJob(
    'const tool = () => { let n = 0; for (let i = 0; i < 1e6; i++) n += i; return "pure"; }',
  );
  const calling = glueJob('const tool = async () => (await api.db.get({ n: 1 })).n', {
    onCall: async ({ args }) => {
      await new Promise(setImmediate);
      return { ok: true, value: args };
    },
  });
  const ends = { pure: new Set<unknown>(), calling: new Set<unknown>() };
  const callers = Array.from({ length: 20 }, async (_, caller) => {
    const isPure = caller % 2 === 0;
    for (let i = 0; i < 20; i += 1) {
      const end = await ending(sandbox.run(isPure ? pure : calling));
      ends[isPure ? 'pure' : 'calling'].add(end);
      finished += 1;
    }
  });
  const killing = (async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      // The next spare is up: the host before it is the one at work. Nobody meets two kills in a row.
      const pids = await readyPids(kill + 2);
      while (finished < 60 * (kill + 1)) await new Promise(setImmediate);
      process.kill(pids[kill] ?? 0, 'SIGKILL');
    }
  })();
  await Promise.all([...callers, killing]);
  ends.calling.delete('sandbox-restarted');
  expect(ends).toEqual({ pure: new Set(['pure']), calling: new Set([1]) });
});

test('says how many calls were made before the sandbox was lost', async () => {
  const { sandbox, readyPids } = openWatched();
  const [pid = 0] = await readyPids(1);
  const run = sandbox.run(
    glueJob('const tool = async () => { await api.db.a(); await api.db.b(); }', {
      onCall: ({ path }) => {
        if (path[1] === 'a') return Promise.resolve({ ok: true, value: 1 });
        process.kill(pid, 'SIGKILL');
        return new Promise(() => undefined);
      },
    }),
  );
  await expect(run).rejects.toMatchObject({
    code: 'sandbox-restarted',
    message:
      'Unit "demo" lost its sandbox after 2 tool calls; check what was done so far, then try again',
  });
});

test('serves again after the active and the spare host are killed', async () => {
  const { sandbox, readyPids } = openWatched();
  for (const pid of await readyPids(2)) process.kill(pid, 'SIGKILL');
  expect((await sandbox.run(glueJob('const tool = () => 1'))).value).toBe(1);
});

test('blames the run that fills the memory, not its neighbours', async () => {
  const { sandbox } = openWatched();
  const neighbour = sandbox.run(glueJob('const tool = () => "kept"'));
  const bomb = sandbox.run(
    glueJob('const tool = () => Array(1e9).fill(1)', { limits: { timeoutMs: 20_000 } }),
  );
  expect([await ending(bomb), await ending(neighbour)]).toEqual(['limit-memory', 'kept']);
});

test('blames no run for the memory of runs before it', async () => {
  const { sandbox } = openWatched();
  const limits = { memoryMb: 8 };
  let filled = 0;
  // Their pages count for no memory limit, and together they are more than one small run may use.
  const filling = glueJob(
    `const tool = async () => {
      const buffer = new ArrayBuffer(0, { maxByteLength: 5e7 });
      buffer.resize(5e7);
      new Uint8Array(buffer).fill(1);
      await api.db.get({});
      return buffer.byteLength;
    };`,
    {
      limits,
      onCall: async () => {
        filled += 1;
        while (filled < 7) await new Promise(setImmediate);
        return { ok: true, value: null };
      },
    },
  );
  const ends = await Promise.all(Array.from({ length: 7 }, () => ending(sandbox.run(filling))));
  const next = glueJob(
    'const tool = () => { for (const end = Date.now() + 200; Date.now() < end; ); return "small"; }',
    { limits },
  );
  expect([ends, await ending(sandbox.run(next))]).toEqual([Array(7).fill(5e7), 'small']);
});

test('leaves no host behind that a run has worn', async () => {
  const { sandbox, readyPids } = openWatched();
  const [pid = 0] = await readyPids(2);
  const job = glueJob('const tool = () => { for (let b = 3n; ; ) b = b * b; }', {
    limits: { timeoutMs: 200 },
  });
  expect(await ending(sandbox.run(job))).toBe('limit-time');
  while (isAlive(pid)) await new Promise(setImmediate);
  expect((await sandbox.run(glueJob('const tool = () => 1'))).value).toBe(1);
});

test('says why when the host cannot be started', async () => {
  const sandbox = createSandbox({
    nodePath: '/nowhere/node',
    hostScript: '/nowhere/host.cjs',
    logger: { log: () => undefined },
  });
  afterAll(() => sandbox.close());
  await expect(sandbox.run(glueJob('const tool = () => 1'))).rejects.toMatchObject({
    code: 'internal',
    message:
      'Unit "demo" could not run: the sandbox host does not start (spawn /nowhere/node ENOENT); reinstall ToolMesh, or run npm ci in a source tree',
  });
});

test('ends open runs and refuses new ones once closed', async () => {
  const { sandbox } = openWatched();
  const open = ending(
    sandbox.run(
      glueJob('const tool = () => api.db.get()', {
        onCall: async () => {
          await sandbox.close();
          return { ok: true, value: 1 };
        },
      }),
    ),
  );
  expect([await open, await ending(sandbox.run(glueJob('const tool = () => 1')))]).toEqual([
    'cancelled',
    'cancelled',
  ]);
});
