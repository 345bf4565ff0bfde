import { expect, test } from 'vitest';
import type { Elicit } from '../../../../main/gateway/approvals/elicit.ts';
import type { Caller } from '../../../../main/gateway/caller.ts';
import { SecretScrubber } from '../../../../main/gateway/credentials/secret-scrubber.ts';
import { callPipeline, standardCaller, type Pipeline } from '../../../builders/call-pipeline.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();
const admin = { tool: { access: 'admin', inputSchema: {} } };

function pipelineOf(settings: unknown = {}, scrubber = new SecretScrubber()): Pipeline {
  return callPipeline({ sandbox, settings, scrubber });
}

/** Resolves when the desk has a request, with its id. */
function firstRequest({ desk }: Pipeline): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const [request] = desk.pending();
      if (request === undefined) return;
      stop();
      resolve(request.id);
    };
    const stop = desk.onChange(look);
    look();
  });
}

test('denies at once when there is nobody to ask', async () => {
  const pipeline = pipelineOf();
  const error = await pipeline.refused({}, admin);
  expect(error.code).toBe('access-denied');
  expect(error.message).toContain(
    'it needs an approval and there is nobody to ask; run toolmesh approvals watch',
  );
  expect(pipeline.records).toMatchObject([{ status: 'denied', decidedBy: 'nobody to ask' }]);
});

test('asks with the tool, the client and readable arguments', async () => {
  const scrubber = new SecretScrubber();
  scrubber.learn('hunter-22');
  const pipeline = pipelineOf({}, scrubber);
  pipeline.desk.attend();
  const described = { tool: { ...admin.tool, description: 'Reboots with hunter-22' } };
  const args = { node: 'web-1', password: 'x', note: 'it is hunter-22' };
  const call = pipeline.call(args, described);
  const id = await firstRequest(pipeline);
  expect(pipeline.desk.pending()).toMatchObject([
    {
      tool: 'netdata_metric',
      access: 'admin',
      description: 'Reboots with [hidden]',
      caller: { client: 'cursor' },
    },
  ]);
  const [request] = pipeline.desk.pending();
  expect(request?.args).toBe(
    '{\n  "node": "web-1",\n  "password": "[hidden]",\n  "note": "it is [hidden]"\n}',
  );
  pipeline.desk.decide(id, 'once', 'alice in the window');
  await call;
  expect(pipeline.records).toMatchObject([{ decidedBy: 'approved once by alice in the window' }]);
  expect(pipeline.desk.pending()).toEqual([]);
});

test('asks again after "once" and not after "for this session"', async () => {
  const pipeline = pipelineOf();
  pipeline.desk.attend();
  for (const decision of ['once', 'session'] as const) {
    const call = pipeline.call({}, admin);
    pipeline.desk.decide(await firstRequest(pipeline), decision, 'alice');
    await call;
  }
  await pipeline.call({}, admin);
  expect(pipeline.records.map(({ decidedBy }) => decidedBy)).toEqual([
    'approved once by alice',
    'approved for the session by alice',
    'approved for the session by alice',
  ]);
});

test('grants a session to one connection, for an hour and for that tool', async () => {
  const pipeline = pipelineOf();
  const leave = pipeline.desk.attend();
  const call = pipeline.call({}, admin);
  pipeline.desk.decide(await firstRequest(pipeline), 'session', 'alice');
  await call;
  leave();
  await pipeline.refused({}, { ...admin, caller: { ...standardCaller } });
  await pipeline.refused({}, { ...admin, route: { canonicalName: 'netdata_other' } });
  pipeline.ahead = 60 * 60_000 + 1000;
  await pipeline.refused({}, admin);
});

test('asks again about a client that was moved to another class', async () => {
  const pipeline = pipelineOf({ access: { untrusted: { admin: 'ask' } } });
  const leave = pipeline.desk.attend();
  const moved = { ...standardCaller };
  const call = pipeline.call({}, { ...admin, caller: moved });
  pipeline.desk.decide(await firstRequest(pipeline), 'session', 'alice');
  await call;
  leave();
  await pipeline.call({}, { ...admin, caller: moved });
  Object.assign(moved, { callerClass: 'untrusted' });
  const { message } = await pipeline.refused({}, { ...admin, caller: moved });
  expect(message).toContain('nobody to ask');
});

test('answers all waiting calls of a tool with one "for this session"', async () => {
  const pipeline = pipelineOf();
  pipeline.desk.attend();
  const calls = [pipeline.call({}, admin), pipeline.call({}, admin), pipeline.call({}, admin)];
  pipeline.desk.decide(await firstRequest(pipeline), 'session', 'alice');
  await Promise.all(calls);
});

test('denies what a person denies and says who', async () => {
  const pipeline = pipelineOf();
  pipeline.desk.attend();
  const refused = pipeline.refused({}, admin);
  pipeline.desk.decide(await firstRequest(pipeline), 'deny', 'alice in the window');
  expect((await refused).message).toContain('alice in the window said no');
  expect(pipeline.records).toMatchObject([
    { status: 'denied', decidedBy: 'denied by alice in the window' },
  ]);
  expect(pipeline.reached).toEqual([]);
});

test('takes no answer in time as a denial', async () => {
  const pipeline = pipelineOf({ approvals: { timeout_s: 0.05 } });
  pipeline.desk.attend();
  expect((await pipeline.refused({}, admin)).message).toContain('nobody decided within 0.05 s');
  expect(pipeline.records).toMatchObject([{ status: 'denied', decidedBy: 'no answer' }]);
});

test('forgets a request whose call was cancelled', async () => {
  const pipeline = pipelineOf();
  pipeline.desk.attend();
  const abort = new AbortController();
  const refused = pipeline.refused({}, { ...admin, signal: abort.signal });
  const id = await firstRequest(pipeline);
  abort.abort();
  await refused;
  expect(pipeline.desk.decide(id, 'once', 'alice')).toBe(false);
});

test('asks no more than 32 questions at once', async () => {
  const pipeline = pipelineOf({ approvals: { timeout_s: 0.2 } });
  pipeline.desk.attend();
  const errors = await Promise.all(Array.from({ length: 40 }, () => pipeline.refused({}, admin)));
  expect(errors.filter(({ message }) => message.includes('32 other calls'))).toHaveLength(8);
});

test.each([
  ['once', 'approved once by the user of client "cursor"'],
  ['session', 'approved for the session by the user of client "cursor"'],
])('lets a client that can ask its user decide %s', async (value, decidedBy) => {
  const questions: string[] = [];
  const elicit: Elicit = ({ message }) => {
    questions.push(message);
    return Promise.resolve(value);
  };
  const pipeline = pipelineOf();
  const caller: Caller = { ...standardCaller, elicit };
  const tool = { ...admin.tool, description: `Reboots ${'x '.repeat(1000)}` };
  await pipeline.call({ node: 'web-1' }, { tool, caller });
  expect(questions[0]).toContain('Allow netdata_metric? It is admin');
  expect(questions[0]).toContain('"node": "web-1"');
  expect(questions[0]).toMatch(/The tool says of itself:\nReboots (x ){246}…$/);
  expect(pipeline.records).toMatchObject([{ decidedBy }]);
});

test.each([
  ['declines', () => Promise.resolve(undefined)],
  ['answers with something else', () => Promise.resolve('sure')],
  ['fails', () => Promise.reject(new Error('no such method'))],
])('denies when the client %s', async (_, elicit: Elicit) => {
  const pipeline = pipelineOf();
  const caller: Caller = { ...standardCaller, elicit };
  await pipeline.refused({}, { ...admin, caller });
  expect(pipeline.reached).toEqual([]);
});

test('leaves the client alone while somebody attends the desk', async () => {
  const pipeline = pipelineOf();
  pipeline.desk.attend();
  const elicit: Elicit = () => Promise.reject(new Error('must not be asked'));
  const call = pipeline.call({}, { ...admin, caller: { ...standardCaller, elicit } });
  pipeline.desk.decide(await firstRequest(pipeline), 'once', 'alice');
  await call;
});
