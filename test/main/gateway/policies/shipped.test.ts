import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../main/gateway/caller.ts';
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
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();
const everything = { access: { standard: { '*': 'allow', dangerous: 'allow', admin: 'allow' } } };

function withShipped(name: string, options: Partial<PipelineOptions> = {}): Pipeline {
  const file = path.resolve('main/gateway/policies/shipped', name);
  const policies = [policy(name, readFileSync(file, 'utf8'))];
  return callPipeline({ sandbox, policies, settings: everything, ...options });
}

const trusted: Caller = { ...standardCaller, callerClass: 'trusted' };

test('read-only lets a tool that reads run', async () => {
  await withShipped('read-only.js').call();
});

test.each(['write', 'admin', 'dangerous', 'unclassified', 'own-word'])(
  'read-only denies a tool that is %s',
  async (access) => {
    const error = await withShipped('read-only.js').refused({}, { tool: { access } });
    expect(error.message).toContain(`this gateway is read-only, and netdata_metric is ${access}`);
  },
);

test("read-only leaves a reading unit's private calls alone", async () => {
  const pipeline = withShipped('read-only.js', {
    run: (call) =>
      call.subCall(
        privateBackend('nd', () => textResult('raw')),
        'query',
        {},
      ),
  });
  await pipeline.call({}, { route: { unit: unitNamed('netdata') } });
});

test('read-only judges what a script calls by itself', async () => {
  const pipeline = withShipped('read-only.js', {
    run: async (call) => {
      const inner = {
        kind: 'tool' as const,
        backend: 'web',
        canonicalName: 'web_post',
        tool: { name: 'post', access: 'write', inputSchema: {} },
        run: () => Promise.resolve(textResult('posted')),
      };
      return (await call.publicCall(inner, {})).result;
    },
  });
  const script = { kind: 'code' as const, canonicalName: 'execute_code', backend: 'toolmesh' };
  expect((await pipeline.refused({}, { route: script })).message).toContain('web_post is write');
});

test('no-dangerous denies what is dangerous and nothing else', async () => {
  const pipeline = withShipped('no-dangerous.js');
  await pipeline.call({}, { tool: { access: 'admin' } });
  const error = await pipeline.refused({}, { tool: { access: 'dangerous' } });
  expect(error.message).toContain('netdata_metric is dangerous and switched off here');
});

const personal = [
  'write to jane.doe+x@mail.example.org today',
  'card 4111 1111 1111 1111 or 5500-0000-0000-0004',
  'account DE89 3704 0044 0532 0130 00',
  'call +49 30 1234 5678',
].join('\n');

test.each(['standard', 'untrusted'] as const)(
  'pii-masking masks for %s callers',
  async (callerClass) => {
    const run = () => ({
      ...textResult(personal),
      structuredContent: { list: [{ note: personal }] },
    });
    const pipeline = withShipped('pii-masking.js', {
      run,
      settings: { access: { untrusted: { read: 'allow' } } },
    });
    const answer = await pipeline.call({}, { caller: { ...standardCaller, callerClass } });
    const masked =
      'write to [e-mail] today\ncard [card] or [card]\naccount [account]\ncall [phone]';
    expect(textIn(answer)).toBe(masked);
    expect(answer.result.structuredContent).toEqual({ list: [{ note: masked }] });
    expect(pipeline.records[0]?.modifications.map(({ by }) => by)).toEqual([
      'pii-masking.js',
      'pii-masking.js',
    ]);
  },
);

test('pii-masking leaves trusted callers the text as it is', async () => {
  const pipeline = withShipped('pii-masking.js', { run: () => textResult(personal) });
  expect(textIn(await pipeline.call({}, { caller: trusted }))).toBe(personal);
});

test('pii-masking leaves numbers, hosts, times and pictures alone', async () => {
  const plain =
    'cpu 93.20171 at 1764453600000 on web-01.lan:19999, id 3f2a9c, 4111111111111112 bytes';
  const picture = { type: 'image' as const, data: 'YUBiLmNvbQ==', mimeType: 'image/png' };
  const run = () => ({ content: [...textResult(plain).content, picture] });
  const { result } = await withShipped('pii-masking.js', { run }).call();
  expect(result.content).toEqual(run().content);
});

test('rate-limit stops a client after its class has had its calls', async () => {
  const pipeline = withShipped('rate-limit.js', {
    settings: { access: { untrusted: { read: 'allow' } } },
  });
  const caller: Caller = { ...standardCaller, callerClass: 'untrusted' };
  for (let calls = 0; calls < 60; calls += 1) await pipeline.call({}, { caller });
  expect((await pipeline.refused({}, { caller })).message).toContain('60 times an hour');
  pipeline.ahead = 3_601_000;
  await pipeline.call({}, { caller });
});
