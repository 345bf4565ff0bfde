import { expect, test } from 'vitest';
import { SecretScrubber } from '../../../main/gateway/credentials/secret-scrubber.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import {
  callPipeline,
  policy,
  privateBackend,
  standardCaller,
  textIn,
  textResult,
  type Pipeline,
  type PipelineOptions,
} from '../../builders/call-pipeline.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';

const sandbox = openSandbox();
const secret = 'canary-9f31c4';

function pipelineOf(options: Partial<PipelineOptions>): Pipeline {
  const scrubber = new SecretScrubber();
  scrubber.learn(secret);
  return callPipeline({ sandbox, scrubber, ...options });
}

const tool = { inputSchema: {} };

test('an answer that echoes the key arrives without it', async () => {
  const basic = Buffer.from(`user:${secret}`).toString('base64');
  const run = () => ({
    ...textResult(`Authorization: Basic ${basic}`),
    structuredContent: { headers: { auth: `Bearer ${secret}` } },
    _meta: { request: { [secret]: true } },
  });
  const answer = await pipelineOf({ run }).call();
  expect(textIn(answer)).toBe('Authorization: Basic [hidden]');
  expect(answer.result.structuredContent).toEqual({ headers: { auth: 'Bearer [hidden]' } });
  expect(answer.json).not.toContain(secret);
  expect(JSON.parse(answer.json)).toEqual(answer.result);
});

test('an error that quotes the key arrives and is recorded without it', async () => {
  const pipeline = pipelineOf({
    run: () => {
      throw new GatewayError('backend-error', `401 for http://h/?key=${secret}`, {
        data: { url: `http://h/?key=${encodeURIComponent(secret)}` },
      });
    },
  });
  const error = await pipeline.refused();
  expect(error.message).toBe('401 for http://h/?key=[hidden]');
  expect(JSON.stringify(error.data)).not.toContain(secret);
});

test('arguments, console lines and names with the key are recorded without it', async () => {
  const pipeline = pipelineOf({
    run: (call) => {
      call.onConsole([`glue printed ${secret}`]);
      return textResult('done');
    },
  });
  const caller = { ...standardCaller, clientInfo: `agent ${secret}` };
  await pipeline.call({ note: `use ${secret}`, password: 'other' }, { caller, tool });
  const record = JSON.stringify(pipeline.records);
  expect(record).not.toContain(secret);
  expect(record).toContain('use [hidden]');
  expect(pipeline.records[0]?.params).toContain('"password":"[hidden]"');
});

test('what a private backend echoes never reaches the glue', async () => {
  const seen: string[] = [];
  const pipeline = pipelineOf({
    run: async (call) => {
      const backend = privateBackend('nd', () => textResult(`key ${secret}`));
      const raw = await call.subCall(backend, 'query', {});
      seen.push(JSON.stringify(raw));
      return raw;
    },
  });
  await pipeline.call();
  expect(seen.join()).toContain('key [hidden]');
  expect(seen.join()).not.toContain(secret);
});

test("a policy's change is recorded without the key", async () => {
  const pipeline = pipelineOf({
    policies: [policy('p.js', `if (ctx.phase === 'pre') ctx.params.note = 'x'`)],
  });
  await pipeline.call({ note: secret }, { tool });
  expect(JSON.stringify(pipeline.records[0]?.modifications)).toContain('[hidden]');
  expect(JSON.stringify(pipeline.records)).not.toContain(secret);
});
