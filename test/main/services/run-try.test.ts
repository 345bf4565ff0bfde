import { expect, test } from 'vitest';
import type { CallWatch } from '../../../main/gateway/call-tool.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { runTry } from '../../../main/services/run-try.ts';
import { auditRecord } from '../../builders/audit-record.ts';

const parts = {
  onCall: () => undefined,
  countTokens: (text: string) => Promise.resolve(text.length),
  signal: new AbortController().signal,
};
const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] });

test('keeps what sub-calls returned beside the answer', async () => {
  const call = (watch: CallWatch) => {
    const raw = JSON.stringify(textOf('raw'));
    watch(auditRecord({ id: 'b', parentId: 'a', backend: 'nd', tool: 'query', bytesOut: 3 }), raw);
    watch(auditRecord({ id: 'a', parentId: null, bytesOut: 6, subBytes: 3 }), '{"x":1}');
    return Promise.resolve({ result: textOf('answer'), json: '{"x":1}' });
  };
  expect(await runTry({ ...parts, call })).toMatchObject({
    outcome: 'answered',
    text: 'answer',
    bytes: 6,
    rawBytes: 3,
    subCalls: [{ name: 'nd.query', text: 'raw', bytes: 3 }],
  });
});

test('tells a denial from a failure', async () => {
  const denied = (watch: CallWatch) => {
    watch(auditRecord({ parentId: null, status: 'denied', errorCode: 'access-denied' }), undefined);
    return Promise.reject(new GatewayError('access-denied', 'no'));
  };
  expect(await runTry({ ...parts, call: denied })).toMatchObject({
    outcome: 'denied',
    text: 'no',
    code: 'access-denied',
  });
  const failed = () => Promise.reject(new GatewayError('glue-error', 'it broke'));
  expect(await runTry({ ...parts, call: failed })).toMatchObject({ outcome: 'failed' });
});

test('says when the person has cancelled', async () => {
  const abort = new AbortController();
  abort.abort();
  const call = () => Promise.reject(new GatewayError('cancelled', 'cancelled'));
  expect(await runTry({ ...parts, signal: abort.signal, call })).toMatchObject({
    outcome: 'cancelled',
  });
});
