// Sizes and shapes of messages at the edge of what clients and servers take: an answer in every case.
import type { ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const server = fileURLToPath(new URL('../fakes/quirky-server.mjs', import.meta.url));

let home: OwnHome;
let gateway: ChildProcess;
let client: StdioClient;

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        {
          name: 'q',
          transport: 'stdio',
          command: process.execPath,
          args: [server],
          expose_tools: ['echo'],
        },
      ],
    }),
  );
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'test');
});

afterAll(async () => {
  await client.client.close();
  await stop(gateway);
  home.remove();
});

describe('answers', () => {
  test.each([65_535, 65_536, 65_537, 1_000_000, 9_900_000])(
    'of %i bytes arrive whole',
    async (bytes) => {
      expect((await client.callText('echo', { bytes })).length).toBe(bytes);
    },
  );

  test('above what clients take become an error that says so', async () => {
    const result = await client.call('echo', { bytes: 10_600_000 });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^The answer of "echo" has 106\d+ bytes; clients take 10481664/);
    expect(await client.callText('echo', { still: 'here' })).toContain('here');
  });

  test('keep images, structured content, _meta and unknown fields of a passthrough backend', async () => {
    const line = await rawCall({ name: 'echo', arguments: { a: 1 } });
    expect(line).toMatchObject({
      result: {
        content: [{ type: 'text' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
        structuredContent: { args: { a: 1 } },
        _meta: { own: { kept: true } },
        'x-unknown': [1, 2],
      },
    });
  });
});

describe('requests', () => {
  test('with a character on every chunk edge arrive intact', async () => {
    const text = '€😀ä'.repeat(30_000);
    expect(JSON.parse(await client.callText('echo', { text }))).toEqual({ text });
  });

  test('just below ten megabytes are answered', async () => {
    const text = 'x'.repeat(10_000_000);
    const result = await client.call('echo', { text });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('bytes; clients take');
  });

  test('above ten megabytes are refused with an answer, and the connection stays', async () => {
    const text = 'x'.repeat(11_000_000);
    await expect(client.call('echo', { text })).rejects.toThrow(
      /more than 10485760 bytes; send less at a time/,
    );
    expect(await client.callText('echo', { still: 'here' })).toContain('here');
  });

  test('nested ten thousand levels deep are answered', async () => {
    const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000);
    const line = await rawLine(
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":${deep}}}`,
    );
    expect(line).toMatchObject({ id: 7 });
    expect(await client.callText('echo', { still: 'here' })).toContain('here');
  });

  test.each([
    ['no object of arguments', { name: 'echo', arguments: [1] }],
    ['no name', { arguments: {} }],
  ])('with %s are refused by the protocol', async (_what, params) => {
    expect(await rawCall(params)).toMatchObject({ error: { code: -32602 } });
  });

  test('with __proto__ keys and lone surrogates pass as data', async () => {
    const line = await rawLine(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"__proto__":{"polluted":true},"s":"\\ud800"}}}',
    );
    const { result } = line as { result: { content: { text: string }[] } };
    expect(result.content[0]?.text).toBe('{"__proto__":{"polluted":true},"s":"\\ud800"}');
  });

  test('that are not JSON get a parse error and harm nothing', async () => {
    expect(await rawLine('{nonsense')).toMatchObject({ error: { code: -32700 } });
    expect(await client.callText('echo', { still: 'here' })).toContain('here');
  });
});

test('relays progress and cancellation through the whole way', async () => {
  const seen: unknown[] = [];
  const { client: sdk } = client;
  await sdk.callTool({ name: 'echo', arguments: { progress: true, apart: true } }, undefined, {
    onprogress: (step) => seen.push(step),
  });
  expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  const abort = new AbortController();
  const waiting = sdk.callTool({ name: 'echo', arguments: { silent: true } }, undefined, {
    signal: abort.signal,
  });
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(await client.callText('echo', { still: 'here' })).toContain('here');
});

test('refuses a connection that does not say hello', async () => {
  const socket = connect(resolvePaths(home.env).socket);
  const answer = nextLine(socket);
  socket.write('GET / HTTP/1.1\n');
  expect(await answer).toMatchObject({
    refused: expect.stringContaining('toolmesh stdio') as string,
  });
});

function rawCall(params: unknown): Promise<unknown> {
  return rawLine(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));
}

/** One line to the socket, and the first line that comes back. */
async function rawLine(line: string): Promise<unknown> {
  const socket = connect(resolvePaths(home.env).socket);
  socket.write('{"toolmesh":1,"client":"raw"}\n');
  const answer = nextLine(socket);
  socket.write(`${line}\n`);
  try {
    return await answer;
  } finally {
    socket.destroy();
  }
}

function nextLine(socket: Socket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text.slice(0, text.indexOf('\n'))));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error(`the connection closed after ${JSON.stringify(text)}`));
    });
  });
}
