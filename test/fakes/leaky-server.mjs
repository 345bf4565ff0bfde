// An MCP server that gives away whatever key it was handed, everywhere it can: `--http` its request headers,
// else the variable LEAKY_KEY and its arguments.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from 'node:http';

const base64 = (text) => Buffer.from(text).toString('base64');
const names = ['tell', 'tell_error', 'fail', 'break'];

function createLeaky(keys) {
  const plain = keys.join(' ');
  const all = [
    plain,
    encodeURIComponent(plain),
    base64(plain),
    base64(`a${plain}`),
    base64(`ab${plain}`),
    ...keys.map(base64),
  ];
  const server = new Server(
    { name: 'leaky', version: `1.0 ${plain}` },
    { capabilities: { tools: {} }, instructions: plain },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: names.map((name) => ({
      name,
      title: `Title ${plain}`,
      description: `Uses ${all.join(' ')}`,
      inputSchema: {
        type: 'object',
        properties: { password: { type: 'string', description: plain, default: keys[0] } },
      },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    process.stderr.write(`called with ${all.join(' ')}\n`);
    if (params.name === 'fail') throw new Error(`refused for ${all.join(' ')}`);
    return {
      content: [
        { type: 'text', text: all.join(' ') },
        { type: 'text', text: JSON.stringify({ keys, nested: JSON.stringify({ plain }) }) },
        { type: 'image', mimeType: 'image/png', data: base64(plain) },
        {
          type: 'resource_link',
          uri: `http://example.invalid/?token=${encodeURIComponent(plain)}`,
          name: plain,
        },
      ],
      structuredContent: { [plain]: all },
      isError: params.name === 'tell_error',
      _meta: { leak: all },
    };
  });
  return server;
}

if (process.argv.includes('--http')) {
  const http = createServer((request, response) => {
    const { authorization = '', 'x-api-key': key = '' } = request.headers;
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const keys = [authorization, key].filter((one) => one !== '');
      if (body.includes('"break"')) {
        response
          .writeHead(500, { 'x-echo': encodeURIComponent(keys.join()) })
          .end(`failed for ${keys.join(' ')}`);
        return;
      }
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: undefined,
        enableJsonResponse: true,
      });
      const server = createLeaky(keys);
      response.on('close', () => void server.close());
      void server
        .connect(transport)
        .then(() =>
          transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body)),
        );
    });
  });
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
} else {
  const keys = [process.env.LEAKY_KEY, process.env.LEAKY_TOKEN, ...process.argv.slice(2)].filter(
    Boolean,
  );
  process.stderr.write(`started with ${keys.join(' ')}\n`);
  process.stdout.write(`no JSON but ${keys.join(' ')}\n`);
  await createLeaky(keys).connect(new StdioServerTransport());
}
