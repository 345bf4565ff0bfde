// Runs the unit's glue for measuring: same code and same calls over MCP as in the gateway, without its sandbox.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('../../units/netdata', import.meta.url));

/** Connects to an agent; `call(tool, params)` answers what the unit's tool returns. */
export async function openGlue(url) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const unit = parse(readFileSync(path.join(folder, 'unit.yaml'), 'utf8'));
  const nd = new Proxy(
    {},
    { get: (_, name) => (args) => client.callTool({ name, arguments: args ?? {} }) },
  );
  const context = vm.createContext({ api: { nd }, console });
  for (const file of unit.implementation) {
    vm.runInContext(readFileSync(path.join(folder, file), 'utf8'), context, { filename: file });
  }
  return {
    call: (tool, params = {}) => vm.runInContext(tool, context)(params),
    close: () => client.close(),
  };
}
