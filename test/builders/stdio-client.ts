import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { deliverInOrder } from '../../main/backends/mcp/deliver-in-order.ts';
import { cliFile, type OwnHome } from './own-home.ts';

export interface StdioClient {
  readonly client: Client;
  /** Names of what tools/list answers. */
  toolNames(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** The texts of a result, one after the other. */
  callText(name: string, args?: Record<string, unknown>): Promise<string>;
}

/** A real MCP client that starts `toolmesh stdio`, as an AI client would. */
export async function stdioClient(
  home: OwnHome,
  label?: string,
  client = new Client({ name: 'test-client', version: '1.0.0' }),
): Promise<StdioClient> {
  const args = [cliFile, 'stdio', ...(label === undefined ? [] : ['--client', label])];
  const { env } = home;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env,
    stderr: 'ignore',
  });
  await client.connect(transport);
  // On a busy machine a notification and the answer after it come in one chunk.
  deliverInOrder(transport);
  const call: StdioClient['call'] = (name, toolArguments = {}) =>
    client.request(
      { method: 'tools/call', params: { name, arguments: toolArguments } },
      CallToolResultSchema,
    );
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call,
    callText: async (name, toolArguments) => textOf(await call(name, toolArguments)),
  };
}

export function textOf(result: CallToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
