// An MCP server on stdio with the habits of real ones, by name: `node quirky-server.mjs HABIT`. Written
// without the SDK, since most of the habits are what the SDK would not let one do.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const habit = process.argv[2] ?? 'plain';
let version = 1;

const tool = (name, extra = {}) => ({ name, inputSchema: { type: 'object' }, ...extra });
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

if (habit === 'orphans') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  process.on('SIGTERM', () => undefined);
  process.stderr.write(`child ${child.pid}\n`);
  setInterval(() => undefined, 1000);
}
if (habit === 'stderr-flood') {
  setInterval(() => process.stderr.write('x'.repeat(100_000) + '\n'), 1);
}
if (habit === 'noisy-stdout') process.stdout.write('Welcome to my server!\n{"half": \n[]\n42\n');
if (habit === 'dies-at-start') process.exit(3);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = answers[method];
  if (answer === undefined) {
    if (id !== undefined) write({ id, error: { code: -32601, message: `no ${method}` } });
    return;
  }
  answer(id, params ?? {});
});

const answers = {
  initialize: (id, { protocolVersion }) =>
    write({
      id,
      result: {
        protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'quirky', version: `${version}.0` },
      },
    }),
  'notifications/initialized': () => undefined,
  'notifications/cancelled': (_id, { requestId }) =>
    process.stderr.write(`cancelled ${requestId}\n`),
  'tools/list': (id, { cursor }) => {
    if (habit === 'pages') {
      const page = Number(cursor ?? 0);
      const more = page < 2 ? { nextCursor: String(page + 1) } : {};
      return write({ id, result: { tools: [tool(`tool_${page}`)], ...more } });
    }
    if (habit === 'endless-cursor') {
      return write({ id, result: { tools: [tool('only')], nextCursor: 'again' } });
    }
    if (habit === 'quirky-schemas') {
      return write({
        id,
        result: {
          tools: [
            {
              name: 'good',
              inputSchema: { type: 'object', $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
              'x-own': 1,
            },
            { name: 'no_schema' },
            { description: 'no name' },
            'not even an object',
            { name: 'odd', description: 42, inputSchema: 'string' },
          ],
        },
      });
    }
    return write({
      id,
      result: { tools: [tool(version === 1 ? 'echo' : 'echo_two'), tool('grow')] },
    });
  },
  'tools/call': (id, { name, arguments: args = {}, _meta }) => {
    if (name === 'grow') {
      version += 1;
      write({ id, result: { content: [] } });
      return write({ method: 'notifications/tools/list_changed' });
    }
    if (args.die) process.exit(1);
    if (args.silent) return process.stderr.write(`waiting ${id}\n`);
    if (args.fail) return write({ id, error: { code: -32000, message: args.fail } });
    if (args.progress) {
      const progressToken = _meta?.progressToken;
      write({
        method: 'notifications/progress',
        params: { progressToken, progress: 1, total: 2, message: 'half' },
      });
    }
    if (args.bytes)
      return write({ id, result: { content: [{ type: 'text', text: 'x'.repeat(args.bytes) }] } });
    // `apart`: the SDK's client loses a progress step that comes in one chunk with its reply.
    const answerSoon = args.apart ? (then) => setTimeout(then, 50) : (then) => then();
    return answerSoon(() =>
      write({
        id,
        result: {
          content: [
            { type: 'text', text: JSON.stringify(args) },
            { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          ],
          structuredContent: { args },
          _meta: { own: { kept: true }, received: _meta },
          'x-unknown': [1, 2],
        },
      }),
    );
  },
};
