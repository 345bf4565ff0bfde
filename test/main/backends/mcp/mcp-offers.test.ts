import { afterEach, describe, expect, test } from 'vitest';
import type { BackendOffers } from '../../../../main/backends/backend.ts';
import { McpBackend } from '../../../../main/backends/mcp/mcp-backend.ts';
import { StdioTransport } from '../../../../main/backends/mcp-stdio/stdio-transport.ts';
import { backendCall } from '../../../builders/backend-call.ts';
import { offering, type OfferingOptions, type Seen } from '../../../builders/offering.ts';
import { createRecordingLogger, type LogLine } from '../../../fakes/recording-logger.ts';

const open: McpBackend[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((backend) => backend.close()));
});

interface Started {
  readonly backend: McpBackend;
  readonly offers: BackendOffers;
  readonly log: readonly LogLine[];
}

async function started(options: OfferingOptions, isPublic = true): Promise<Started> {
  const { args } = offering('it', options) as { args: string[] };
  const logger = createRecordingLogger();
  const backend = new McpBackend({
    name: 'it',
    address: 'offering-server',
    timeoutMs: 10_000,
    promoted: [],
    isPublic,
    appVersion: '1.0.0',
    logger,
    createTransport: () =>
      new StdioTransport({
        command: process.execPath,
        args,
        env: { PATH: process.env['PATH'] ?? '' },
        onStderr: () => undefined,
      }),
  });
  open.push(backend);
  await backend.firstAttempt;
  return { backend, offers: backend.offers as BackendOffers, log: logger.lines };
}

function uris({ offers }: Started): readonly string[] {
  return offers.resources().map(({ uri }) => uri);
}

async function seen({ backend }: Started): Promise<Seen> {
  const { content } = await backend.callTool(backendCall({ tool: 'seen' }));
  const [first] = content;
  return JSON.parse(first?.type === 'text' ? first.text : '') as Seen;
}

async function methods(it: Started): Promise<readonly string[]> {
  return (await seen(it)).seen.map(({ method }) => method);
}

/** The next call starts it again. */
async function kill({ backend }: Started): Promise<void> {
  await backend.callTool(backendCall({ tool: 'die' })).catch(() => undefined);
}

function read({ offers }: Started, uri: string): ReturnType<BackendOffers['send']> {
  const signal = new AbortController().signal;
  return offers.send({ method: 'resources/read', params: { uri }, signal });
}

describe('lists', () => {
  test('are read to their last page', async () => {
    const it = await started({ many: 25, pageSize: 10 });
    expect(uris(it)).toHaveLength(25);
  });

  test('end at a cursor that comes twice', async () => {
    expect(uris(await started({ resources: ['a://1'], endless: true }))).toEqual(['a://1']);
  });

  test('that are broken leave the others and the tools alone', async () => {
    const it = await started({ broken: true, prompts: ['p'] });
    expect(uris(it)).toEqual([]);
    expect(it.offers.prompts()).toHaveLength(1);
    expect(it.backend.tools().length).toBeGreaterThan(0);
    expect(it.log.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Backend "it" did not answer resources/list'),
    );
  });

  test('stay while the server is away', async () => {
    const it = await started({ resources: ['a://1'] });
    await kill(it);
    expect(uris(it)).toEqual(['a://1']);
    expect(await read(it, 'a://1')).toMatchObject({ contents: [{ uri: 'a://1' }] });
  });

  test('are not asked of a server that lacks them', async () => {
    const it = await started({ lacks: ['resources', 'prompts', 'logging', 'completions'] });
    it.offers.setLevel('debug');
    await expect(read(it, 'a://1')).rejects.toMatchObject({ data: { rpcCode: -32601 } });
    expect(await methods(it)).toEqual(['tools/list', 'tools/call']);
  });
});

test('a server that comes back is told again what is wanted of it', async () => {
  const it = await started({ resources: ['a://1'] });
  it.offers.follow(new Set(['a://1']));
  it.offers.setLevel('notice');
  await kill(it);
  const again = await seen(it);
  expect(again.seen).toContainEqual({ method: 'resources/subscribe', params: { uri: 'a://1' } });
  expect(again.seen).toContainEqual({ method: 'logging/setLevel', params: { level: 'notice' } });
});

test('a private server is declared nothing and asked for tools alone', async () => {
  const it = await started({ resources: ['a://1'], prompts: ['p'] }, false);
  expect(it.backend.offers).toBeUndefined();
  expect((await seen(it)).capabilities).toEqual({});
  expect(await methods(it)).toEqual(['tools/list', 'tools/call', 'tools/call']);
});

test('a resource that changes all the time is told of now and then', async () => {
  const it = await started({ resources: ['a://1'] });
  const heard: string[] = [];
  it.offers.follow(new Set(['a://1']));
  const first = new Promise<void>((resolve) => {
    it.offers.onEvent((event) => {
      if (event.kind !== 'updated') return;
      heard.push(event.params.uri);
      resolve();
    });
  });
  await it.backend.callTool(backendCall({ tool: 'touch', args: { uri: 'a://1', times: 500 } }));
  await first;
  expect(heard.length).toBeLessThan(100);
});

test('a flood of log lines is cut off and said once', async () => {
  const it = await started({});
  let lines = 0;
  it.offers.onEvent(({ kind }) => {
    if (kind === 'message') lines += 1;
  });
  const flood = Array.from({ length: 1000 }, () => ({ level: 'error', data: 'x' }));
  it.offers.setLevel('error');
  await it.backend.callTool(backendCall({ tool: 'log', args: { lines: flood } }));
  expect(lines).toBeLessThan(1000);
  expect(it.log.filter(({ message }) => message.includes('logs more'))).toHaveLength(1);
});
