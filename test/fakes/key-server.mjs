// An MCP server over stdio that was started with a key and tells which, without telling it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createHash } from 'node:crypto';

const server = new McpServer({ name: 'keyed', version: '1.0.0' });
server.registerTool('fingerprint', { description: 'Hash of the key' }, () => ({
  content: [
    {
      type: 'text',
      text: createHash('sha256')
        .update(process.env.KEYED_TOKEN ?? '')
        .digest('hex'),
    },
  ],
}));
await server.connect(new StdioServerTransport());
