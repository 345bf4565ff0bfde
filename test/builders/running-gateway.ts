import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import path from 'node:path';
import { resolvePaths } from '../../main/config/paths.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';
import { startGateway, type RunningGateway } from '../../main/start-gateway.ts';
import { createRecordingLogger, type LogLine } from '../fakes/recording-logger.ts';
import type { OwnHome } from './own-home.ts';

export interface TestGateway extends RunningGateway {
  readonly log: readonly LogLine[];
}

/** The whole gateway in this process, over a home of its own. */
export async function runningGateway(
  home: OwnHome,
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const logger = createRecordingLogger();
  const all = { ...home.env, ...env };
  const gateway = await startGateway({
    version: '0.0.0',
    paths: resolvePaths(all),
    env: all,
    shipped: shippedFiles(path.resolve('out')),
    logger,
  });
  return Object.assign(gateway, { log: logger.lines });
}

/** A real MCP client over HTTP. */
export async function httpClient(
  url: string,
  token: string,
  client = new Client({ name: 'test-client', version: '1.0.0' }),
): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

export function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  return client.request(
    { method: 'tools/call', params: { name, arguments: args } },
    CallToolResultSchema,
  );
}
