// What a person reads when a server's command ends instead of serving.
import { afterEach, expect, test } from 'vitest';
import { McpBackend } from '../../../../main/backends/mcp/mcp-backend.ts';
import { StdioTransport } from '../../../../main/backends/mcp-stdio/stdio-transport.ts';
import { createRecordingLogger } from '../../../fakes/recording-logger.ts';

let backend: McpBackend;

afterEach(async () => {
  await backend.close();
});

async function reasonOf(script: string): Promise<string> {
  backend = new McpBackend({
    name: 'notes',
    address: 'node',
    timeoutMs: 10_000,
    promoted: [],
    appVersion: '1.0.0',
    logger: createRecordingLogger(),
    createTransport: () =>
      new StdioTransport({
        command: process.execPath,
        args: ['-e', script],
        env: { PATH: process.env['PATH'] ?? '' },
        onStderr: () => undefined,
      }),
  });
  await backend.firstAttempt;
  const state = backend.state();
  return state.kind === 'down' ? state.reason : state.kind;
}

test.each([
  ['at once', 'console.error("NOTES_DIR is not set"); process.exit(3)'],
  [
    'on the first message',
    'console.error("NOTES_DIR is not set"); process.stdin.once("data", () => process.exit(3))',
  ],
  [
    'with its input closed',
    'require("fs").closeSync(0); console.error("NOTES_DIR is not set"); process.exitCode = 3',
  ],
])('tells how a command ended %s and what it said', async (_when, script) => {
  expect(await reasonOf(script)).toBe(
    'Backend "notes" does not answer at node (it ended with exit code 3 after saying "NOTES_DIR is not set")',
  );
});

test('quotes a command that talks to people on stdout', async () => {
  expect(await reasonOf('console.log("Usage: notes FILE\\u001b[2J")')).toBe(
    'Backend "notes" does not answer at node (it ended with exit code 0 after saying "(on stdout, not JSON) Usage: notes FILE?[2J")',
  );
});

test('picks the line that names the error', async () => {
  const reason = await reasonOf('require("./not-there.js")');
  expect(reason).toContain(`after saying "Error: Cannot find module './not-there.js'"`);
});

test('says how a silent command ended', async () => {
  expect(await reasonOf('process.exit(0)')).toContain('(it ended with exit code 0)');
});
