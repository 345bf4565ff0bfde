import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { McpBackend } from '../../../../main/backends/mcp/mcp-backend.ts';
import { StdioTransport } from '../../../../main/backends/mcp-stdio/stdio-transport.ts';
import { backendCall } from '../../../builders/backend-call.ts';
import { createRecordingLogger } from '../../../fakes/recording-logger.ts';

const server = fileURLToPath(new URL('../../../fakes/quirky-server.mjs', import.meta.url));
const open: McpBackend[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((backend) => backend.close()));
});

interface Started {
  readonly backend: McpBackend;
  readonly stderr: string[];
}

function start(
  habit: string,
  parts: { timeoutMs?: number; include?: readonly string[]; command?: string } = {},
): Started {
  const stderr: string[] = [];
  const backend = new McpBackend({
    name: 'quirky',
    address: 'quirky-server',
    timeoutMs: parts.timeoutMs ?? 10_000,
    promoted: [],
    include: parts.include,
    appVersion: '1.0.0',
    logger: createRecordingLogger(),
    createTransport: () =>
      new StdioTransport({
        command: parts.command ?? process.execPath,
        args: [server, habit],
        env: { PATH: process.env['PATH'] ?? '' },
        onStderr: (line) => stderr.push(line),
      }),
  });
  open.push(backend);
  return { backend, stderr };
}

function names(backend: McpBackend): readonly string[] {
  return backend.tools().map((tool) => tool.name);
}

function changeOf(backend: McpBackend): Promise<void> {
  return new Promise((resolve) => {
    const stop = backend.onChange(() => {
      stop();
      resolve();
    });
  });
}

describe('listing', () => {
  test('reads every page of the list', async () => {
    const { backend } = start('pages');
    await backend.firstAttempt;
    expect(names(backend)).toEqual(['tool_0', 'tool_1', 'tool_2']);
  });

  test('stops at a cursor that comes twice', async () => {
    const { backend } = start('endless-cursor');
    await backend.firstAttempt;
    expect(names(backend)).toEqual(['only']);
  });

  test('keeps the good tools beside malformed ones, with fields it does not know', async () => {
    const { backend } = start('quirky-schemas');
    await backend.firstAttempt;
    expect(names(backend)).toEqual(['good', 'no_schema', 'odd']);
    expect(backend.tools()[0]).toMatchObject({
      inputSchema: { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
      extra: { 'x-own': 1 },
      access: 'unclassified',
    });
  });

  test('reads the list again when the server says it changed', async () => {
    const { backend } = start('plain');
    await backend.firstAttempt;
    const changed = changeOf(backend);
    await backend.callTool(backendCall({ tool: 'grow' }));
    await changed;
    expect(names(backend)).toEqual(['echo_two', 'grow']);
  });

  test('keeps the object of a tool that did not change', async () => {
    const { backend } = start('plain');
    await backend.firstAttempt;
    const grow = backend.tools().find((tool) => tool.name === 'grow');
    const changed = changeOf(backend);
    await backend.callTool(backendCall({ tool: 'grow' }));
    await changed;
    expect(backend.tools().find((tool) => tool.name === 'grow')).toBe(grow);
  });

  test('shows and calls nothing outside the allow-list', async () => {
    const { backend } = start('plain', { include: ['echo'] });
    await backend.firstAttempt;
    expect(names(backend)).toEqual(['echo']);
    await expect(backend.callTool(backendCall({ tool: 'grow' }))).rejects.toMatchObject({
      code: 'unknown-tool',
    });
  });
});

describe('calling', () => {
  test('passes content, structured content and unknown fields through untouched', async () => {
    const { backend } = start('plain');
    const result = await backend.callTool(
      backendCall({ tool: 'echo', args: { a: 'ä€😀' }, meta: { trace: 'x' } }),
    );
    expect(result).toEqual({
      content: [
        { type: 'text', text: '{"a":"ä€😀"}' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { args: { a: 'ä€😀' } },
      _meta: { own: { kept: true }, received: { trace: 'x' } },
      'x-unknown': [1, 2],
    });
  });

  test('relays progress to the call it belongs to', async () => {
    const { backend } = start('plain');
    const seen: unknown[] = [];
    await backend.callTool(
      backendCall({
        tool: 'echo',
        args: { progress: true },
        onProgress: (step) => seen.push(step),
      }),
    );
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  });

  test('takes a reply of twelve megabytes', async () => {
    const { backend } = start('plain');
    const { content } = await backend.callTool(
      backendCall({ tool: 'echo', args: { bytes: 12_000_000 } }),
    );
    expect(content[0]).toMatchObject({ type: 'text' });
  });

  test('ends a call whose reply is too large, and says so', async () => {
    const { backend } = start('plain');
    const bytes = 65 * 1024 * 1024;
    await expect(
      backend.callTool(backendCall({ tool: 'echo', args: { bytes } })),
    ).rejects.toMatchObject({
      code: 'message-too-large',
      message: expect.stringContaining('more than 67108864 bytes') as string,
    });
    await expect(backend.callTool(backendCall({ tool: 'echo' }))).resolves.toBeDefined();
  });

  test('reports a JSON-RPC error with its text and code', async () => {
    const { backend } = start('plain');
    await expect(
      backend.callTool(backendCall({ tool: 'echo', args: { fail: 'disk is full' } })),
    ).rejects.toMatchObject({
      code: 'backend-error',
      message: 'Backend "quirky" answered: disk is full',
      data: { backend: 'quirky', tool: 'echo', rpcCode: -32000 },
    });
  });

  test('gives up after the timeout of the entry and says so', async () => {
    const { backend } = start('plain', { timeoutMs: 200 });
    await backend.firstAttempt;
    await expect(
      backend.callTool(backendCall({ tool: 'echo', args: { silent: true } })),
    ).rejects.toMatchObject({
      code: 'backend-timeout',
      message:
        'Backend "quirky" did not answer within 0.2 s; raise options.timeout if it needs longer',
    });
    expect(backend.state().kind).toBe('ready');
  });

  test('tells the server when the client cancels, and once only', async () => {
    const { backend, stderr } = start('plain');
    await backend.firstAttempt;
    const abort = new AbortController();
    const { signal } = abort;
    await backend.callTool(backendCall({ tool: 'echo', signal }));
    const waiting = backend.callTool(backendCall({ tool: 'echo', args: { silent: true }, signal }));
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => stderr.filter((line) => line.startsWith('cancelled'))).toHaveLength(1);
  });
});

describe('failing', () => {
  test('says that the command was not found', async () => {
    const { backend } = start('plain', { command: 'no-such-command' });
    await backend.firstAttempt;
    expect(backend.state()).toMatchObject({
      kind: 'down',
      reason: 'Backend "quirky" does not answer at quirky-server (the command was not found)',
    });
  });

  test('comes back by itself after a crash, with its list kept meanwhile', async () => {
    const { backend } = start('plain');
    await backend.firstAttempt;
    await expect(
      backend.callTool(backendCall({ tool: 'echo', args: { die: true } })),
    ).rejects.toMatchObject({
      code: 'backend-unreachable',
    });
    expect(names(backend)).toEqual(['echo', 'grow']);
    await expect(backend.callTool(backendCall({ tool: 'echo' }))).resolves.toMatchObject({
      structuredContent: { args: {} },
    });
    expect(backend.state().kind).toBe('ready');
  });

  test.each(['stderr-flood', 'noisy-stdout'])(
    'is not disturbed by a server with the habit %s',
    async (habit) => {
      const { backend } = start(habit);
      await expect(backend.callTool(backendCall({ tool: 'echo' }))).resolves.toMatchObject({
        structuredContent: { args: {} },
      });
    },
  );

  test('ends the whole process tree of a server that ignores its end', async () => {
    const { backend, stderr } = start('orphans');
    await backend.firstAttempt;
    await expect.poll(() => stderr[0]).toMatch(/^child \d+/);
    const child = Number(stderr[0]?.slice('child '.length));
    await backend.close();
    await expect.poll(() => isAlive(child)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
