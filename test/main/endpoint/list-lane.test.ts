import { expect, test } from 'vitest';
import { ListLane } from '../../../main/endpoint/list-lane.ts';
import { SecretScrubber } from '../../../main/gateway/credentials/secret-scrubber.ts';
import type { Session } from '../../../main/gateway/session.ts';

function listOf(description: string) {
  const tools = [{ name: 'echo', description }];
  let encodings = 0;
  const json = () => {
    encodings += 1;
    return JSON.stringify(tools);
  };
  return { tools, json, encodings: () => encodings };
}

function bench(list: ReturnType<typeof listOf>) {
  const scrubber = new SecretScrubber();
  const sent: string[] = [];
  const served = { list };
  const session = { listTools: () => Promise.resolve(served.list) } as unknown as Session;
  const lane = new ListLane(
    () => session,
    scrubber,
    (json) => sent.push(json),
  );
  const ask = async (id: number): Promise<unknown> => {
    await lane.list(id);
    return JSON.parse(sent.at(-1) ?? '');
  };
  return { scrubber, served, ask };
}

const answer = (id: number, description: string) => ({
  jsonrpc: '2.0',
  id,
  result: { tools: [{ name: 'echo', description }] },
});

test('encodes a list once for many requests', async () => {
  const list = listOf('says it again');
  const { ask } = bench(list);
  expect(await ask(1)).toEqual(answer(1, 'says it again'));
  expect(await ask(2)).toEqual(answer(2, 'says it again'));
  expect(list.encodings()).toBe(1);
});

test('hides a secret that becomes known after the list was sent', async () => {
  const { scrubber, ask } = bench(listOf('uses hunter2-hunter2'));
  expect(await ask(1)).toEqual(answer(1, 'uses hunter2-hunter2'));
  scrubber.learn('hunter2-hunter2');
  expect(await ask(2)).toEqual(answer(2, 'uses [hidden]'));
});

test('answers with the new list after a change', async () => {
  const { served, ask } = bench(listOf('before'));
  await ask(1);
  served.list = listOf('after');
  expect(await ask(2)).toEqual(answer(2, 'after'));
});

test('answers a list that cannot be had with an error, without its secrets', async () => {
  const scrubber = new SecretScrubber();
  scrubber.learn('hunter2-hunter2');
  const sent: string[] = [];
  const session = {
    listTools: () => Promise.reject(new Error('no grants with hunter2-hunter2')),
  } as unknown as Session;
  await new ListLane(
    () => session,
    scrubber,
    (json) => sent.push(json),
  ).list(7);
  expect(sent).toEqual([
    '{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"no grants with [hidden]"}}',
  ]);
});
