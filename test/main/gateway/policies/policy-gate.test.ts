import { beforeAll, expect, test } from 'vitest';
import {
  callPipeline,
  policy,
  privateBackend,
  standardCaller,
  textIn,
  textResult,
  unitNamed,
  type Pipeline,
  type PipelineOptions,
} from '../../../builders/call-pipeline.ts';
import type { Sandbox } from '../../../../main/sandbox/sandbox.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

// The first run waits for the host to start; a policy's 5 s must not.
beforeAll(async () => {
  await pipelineOf('return;').call();
});

function pipelineOf(source: string, options: Partial<PipelineOptions> = {}): Pipeline {
  return callPipeline({ sandbox, policies: [policy('rule.js', source)], ...options });
}

test('tells a policy everything about the call', async () => {
  const pipeline = pipelineOf('throw new Error(JSON.stringify(ctx))');
  const { message } = await pipeline.refused({ context: 'system.cpu' });
  expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({
    phase: 'pre',
    user: { id: 'alice', roles: [] },
    caller: { client: 'cursor', class: 'standard' },
    tool: 'netdata_metric',
    backend: 'netdata',
    toolAccess: 'read',
    parent: null,
    params: { context: 'system.cpu' },
  });
});

test('shows a policy the whole answer in phase post', async () => {
  const source = "if (ctx.phase === 'post') throw new Error(JSON.stringify(ctx.response))";
  const result = { ...textResult('42'), structuredContent: { n: 42 }, _meta: { trace: 'x' } };
  const { message } = await pipelineOf(source, { run: () => result }).refused();
  expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({ ...result, isError: false });
});

test('denies with the text a policy throws, before the backend is reached', async () => {
  const pipeline = pipelineOf("throw new Error('not after eight')");
  const error = await pipeline.refused();
  expect(error).toMatchObject({
    code: 'access-denied',
    message: 'Policy "rule.js" denied "netdata_metric": not after eight',
  });
  expect(pipeline.reached).toEqual([]);
  expect(pipeline.records).toMatchObject([{ status: 'denied', decidedBy: 'policy rule.js' }]);
});

test('denies an answer that a policy refuses in phase post', async () => {
  const pipeline = pipelineOf("if (ctx.phase === 'post') throw new Error('too much')");
  expect((await pipeline.refused()).message).toContain('too much');
  expect(pipeline.reached).toHaveLength(1);
  expect(pipeline.records).toMatchObject([{ status: 'denied', decidedBy: 'policy rule.js' }]);
});

test('runs the tool with the arguments a policy changed, and records both', async () => {
  const pipeline = pipelineOf("if (ctx.phase === 'pre') ctx.params.limit = 5");
  expect(textIn(await pipeline.call({ limit: 900 }))).toBe('{"limit":5}');
  expect(pipeline.records[0]).toMatchObject({
    params: '{"limit":900}',
    modifications: [{ by: 'rule.js', phase: 'pre', before: '{"limit":900}', after: '{"limit":5}' }],
  });
});

test('checks changed arguments against the schema again', async () => {
  const pipeline = pipelineOf("ctx.params.limit = 'many'");
  expect(await pipeline.refused()).toMatchObject({ code: 'invalid-arguments' });
  expect(pipeline.reached).toEqual([]);
});

test('answers with the content a policy changed, and records both', async () => {
  const source = `
    if (ctx.phase !== 'post') return;
    for (const block of ctx.response.content) block.text = block.text.replace(/\\d+/g, '#');
    delete ctx.response.structuredContent;`;
  const run = () => ({ ...textResult('card 4111'), structuredContent: { card: 4111 } });
  const pipeline = pipelineOf(source, { run });
  const { result } = await pipeline.call();
  expect(result).toEqual(textResult('card #'));
  expect(pipeline.records[0]?.modifications).toMatchObject([
    { phase: 'post', before: expect.stringContaining('4111') as string },
    { phase: 'post', before: '{"structuredContent":{"card":4111}}', after: '{}' },
  ]);
});

test.each([
  ['throws no error', "throw 'no'"],
  ['asks wrongly for the rate', 'ctx.rateLimitExceeded("many")'],
  ['throws an error', 'throw new Error("no")'],
])('names the policy that %s among several', async (_, source) => {
  for (const guilty of ['1-first.js', '2-second.js']) {
    const policies = ['1-first.js', '2-second.js'].map((name) =>
      policy(name, name === guilty ? source : '"nothing to say";'),
    );
    const pipeline = callPipeline({ sandbox, policies });
    expect((await pipeline.refused()).message).toContain(`Policy "${guilty}"`);
    expect(pipeline.records).toMatchObject([{ decidedBy: `policy ${guilty}` }]);
  }
});

test.each([
  ['fills the console', 'for (let i = 0; i < 100; i += 1) console.log("x".repeat(100));'],
  ['prints a name', 'console.log("--- policy someone else");'],
])('names the guilty policy also when one %s', async (_, source) => {
  const policies = [
    policy('1-quiet.js', '"nothing to say";'),
    policy('2-loud.js', source),
    policy('3-denies.js', `${source} throw new Error("no");`),
  ];
  const pipeline = callPipeline({ sandbox, policies });
  expect((await pipeline.refused()).message).toContain('Policy "3-denies.js" denied');
});

test('lets each policy see what those before it changed', async () => {
  const pipeline = callPipeline({
    sandbox,
    policies: [
      policy('1-first.js', "if (ctx.phase === 'pre') ctx.params.limit = 1"),
      policy('2-second.js', "if (ctx.phase === 'pre') ctx.params.limit += 1"),
    ],
  });
  expect(textIn(await pipeline.call({}))).toBe('{"limit":2}');
  expect(pipeline.records[0]?.modifications.map(({ by }) => by)).toEqual([
    '1-first.js',
    '2-second.js',
  ]);
});

test('ignores every other change and warns of it once', async () => {
  const pipeline = pipelineOf("ctx.tool = 'x'; ctx.user.id = 'root'; ctx.extra = 1");
  await pipeline.call();
  await pipeline.call();
  expect(pipeline.records).toMatchObject([{ user: 'alice' }, { user: 'alice' }]);
  const warnings = pipeline.log.filter(({ level }) => level === 'warn');
  expect(warnings.map(({ message }) => /ctx\.\w+/.exec(message)?.[0]).sort()).toEqual([
    'ctx.extra',
    'ctx.tool',
    'ctx.user',
  ]);
});

test('keeps one policy from changing what another one is told', async () => {
  const pipeline = callPipeline({
    sandbox,
    policies: [
      policy('1.js', "ctx.toolAccess = 'read'; ctx.phase = 'post'"),
      policy('2.js', "if (ctx.toolAccess === 'dangerous') throw new Error('seen as it is')"),
    ],
    settings: { access: { standard: { dangerous: 'allow' } } },
  });
  const error = await pipeline.refused({}, { tool: { access: 'dangerous' } });
  expect(error.message).toContain('seen as it is');
});

test('denies when a policy breaks, with the line', async () => {
  const error = await pipelineOf('\n\nnothing.there()').refused();
  expect(error.code).toBe('access-denied');
  expect(error.message).toMatch(/Policy "rule.js" failed.*nothing is not defined.*line 3/);
});

test('denies when a policy leaves no valid arguments or content', async () => {
  expect((await pipelineOf('ctx.params = 7').refused()).message).toContain('ctx.params');
  const source = "if (ctx.phase === 'post') ctx.response.content = 'text'";
  expect((await pipelineOf(source).refused()).message).toContain('ctx.response.content');
});

test('denies when a policy runs longer than five seconds', async () => {
  const pipeline = callPipeline({
    sandbox,
    policies: [policy('1-good.js', ''), policy('2-endless.js', 'for (;;);')],
  });
  expect((await pipeline.refused()).message).toBe(
    'Policy "2-endless.js" did not finish within 5 s, so "netdata_metric" is denied',
  );
});

test('denies everything while a policy cannot be loaded', async () => {
  const pipeline = pipelineOf('');
  pipeline.policies = [{ name: 'rule.js', source: '}', broken: 'line 1: Unexpected token' }];
  expect((await pipeline.refused()).message).toContain('line 1: Unexpected token');
  expect(pipeline.reached).toEqual([]);
});

test('gives a policy nothing of the machine', async () => {
  const source = `throw new Error([typeof process, typeof require, typeof fetch, typeof toolmesh, typeof api].join())`;
  expect((await pipelineOf(source).refused()).message).toContain(
    'undefined,undefined,undefined,undefined,undefined',
  );
});

test("applies to a unit's private calls, which name their parent", async () => {
  const source = `
    if (ctx.phase === 'pre' && ctx.parent) {
      throw new Error(ctx.parent.tool + ' may not call ' + ctx.tool + ' of ' + ctx.backend);
    }`;
  const pipeline = pipelineOf(source, {
    run: (call) =>
      call.subCall(
        privateBackend('nd', () => textResult('raw')),
        'query',
        {},
      ),
  });
  const error = await pipeline.refused({}, { route: { unit: unitNamed('netdata') } });
  expect(error.message).toContain('netdata_metric may not call nd_query of nd');
  expect(pipeline.records.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'api denied',
    'tool denied',
  ]);
});

test('counts calls per caller and tool, not how often a policy asks', async () => {
  const source = `
    if (ctx.phase !== 'pre') return;
    for (let i = 0; i < 10; i += 1) ctx.rateLimitExceeded(3);
    if (ctx.rateLimitExceeded(3)) throw new Error('3 an hour');`;
  const pipeline = pipelineOf(source);
  for (let i = 0; i < 3; i += 1) await pipeline.call();
  expect((await pipeline.refused()).message).toContain('3 an hour');
  await pipeline.call({}, { caller: { ...standardCaller, client: 'other' } });
  await pipeline.call({}, { route: { canonicalName: 'netdata_other' } });
  pipeline.ahead = 60 * 60 * 1000 + 1000;
  await pipeline.call();
});

test('holds a rate limit also for calls made at the same moment', async () => {
  const source = "if (ctx.phase === 'pre' && ctx.rateLimitExceeded(4)) throw new Error('enough')";
  const pipeline = pipelineOf(source);
  const settled = await Promise.allSettled(Array.from({ length: 10 }, () => pipeline.call()));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});

test("removes a passthrough's _meta branch when a policy deletes it", async () => {
  const source = "if (ctx.phase === 'post') delete ctx.response._meta.debug";
  const run = () => ({ ...textResult('x'), _meta: { debug: { sql: '…' }, page: 2 } });
  const pipeline = pipelineOf(source, { run });
  expect((await pipeline.call()).result._meta).toEqual({ page: 2 });
  expect(pipeline.records[0]?.metaRemoved).toEqual(['debug']);
});

test('keeps what a policy prints with the record', async () => {
  const pipeline = pipelineOf("console.log('looked at', ctx.tool)");
  await pipeline.call();
  expect(pipeline.records[0]?.console).toContain('looked at netdata_metric');
});

test('asks a policy for one phase once for each call', async () => {
  let runs = 0;
  const counting: Sandbox = {
    run: (job) => {
      runs += 1;
      return sandbox.run(job);
    },
    close: () => Promise.resolve(),
  };
  const source = "if (ctx.phase !== 'post') return; ctx.response.content = [];";
  const { result } = await pipelineOf(source, { sandbox: counting }).call();
  expect({ runs, content: result.content }).toEqual({ runs: 1, content: [] });
});
