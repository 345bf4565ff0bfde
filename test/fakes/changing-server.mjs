// An MCP server over stdio whose tools come from a JSON file and change with it, as a server's do that
// turns bad after an update. It answers a call with what its description says.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync, watch } from 'node:fs';
import path from 'node:path';

const file = process.argv[2];
const tools = () => JSON.parse(readFileSync(file, 'utf8'));

const server = new Server(
  { name: 'changing', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true } } },
);
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: tools().map((tool) => ({ inputSchema: { type: 'object' }, ...tool })),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: tools().find(({ name }) => name === params.name)?.description }],
}));
await server.connect(new StdioServerTransport());
// The folder, because the test replaces the file.
watch(path.dirname(file), () => void server.sendToolListChanged().catch(() => undefined));
