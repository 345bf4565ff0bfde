import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { expect, test } from 'vitest';
import { countFromOne } from '../../../main/endpoint/count-from-one.ts';

test("a server's first question can be taken back and the next one is answered", async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { server } = new McpServer({ name: 'server', version: '1' });
  const client = new Client({ name: 'client', version: '1' }, { capabilities: { roots: {} } });
  let first: AbortSignal | undefined;
  client.fallbackRequestHandler = (_request, { signal }) => {
    if (first !== undefined) return Promise.resolve({ roots: [] });
    first = signal;
    return new Promise(() => undefined);
  };
  await Promise.all([server.connect(countFromOne(ours)), client.connect(theirs)]);
  const abort = new AbortController();
  const asked = server.listRoots({}, { signal: abort.signal });
  await expect.poll(() => first).toBeDefined();
  abort.abort(new Error('no more'));
  await expect(asked).rejects.toThrow('no more');
  await expect.poll(() => first?.aborted).toBe(true);
  expect(await server.listRoots()).toEqual({ roots: [] });
  await client.close();
});
