import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ListToolsRequestSchema,
  type JSONRPCMessage,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Session } from '../gateway/session.ts';
import { CallLane, type RequestId } from './call-lane.ts';
import type { SocketTransport } from './socket-transport.ts';

export interface ServeOptions {
  readonly transport: SocketTransport;
  readonly version: string;
  /** `clientInfo` is what the client says of itself, empty before it said anything. */
  readonly openSession: (clientInfo: ClientInfo) => Session;
  readonly closeSession: (session: Session) => void;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

const envelope = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const initializeParams = z.looseObject({
  clientInfo: z
    .looseObject({ name: z.string().catch(''), version: z.string().catch('') })
    .optional(),
});

const instructions =
  'Private services as a few curated tools. Find tools with discover_tools, call several at once with execute_code.';

/**
 * One client from its first message to its end. The SDK's server answers the protocol; tool calls take
 * the lane beside it.
 */
export async function serveClient({
  transport,
  version,
  openSession,
  closeSession,
}: ServeOptions): Promise<void> {
  let session: Session | undefined;
  const opened = (info: ClientInfo): Session => {
    if (session !== undefined) return session;
    const fresh = openSession(info);
    session = fresh;
    fresh.onToolsChange(() => void server.sendToolListChanged().catch(() => undefined));
    return fresh;
  };
  const current = (): Session => opened({ name: '', version: '' });
  const lane = new CallLane(current, (json) => {
    transport.sendText(json);
  });
  const server = new Server(
    { name: 'toolmesh', version },
    { capabilities: { tools: { listChanged: true } }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: (await current().listTools()) as readonly unknown[] as Tool[],
  }));
  server.onerror = () => undefined;
  const forServer: Transport = {
    start: () => transport.start(),
    send: (message) => transport.send(message),
    close: () => transport.close(),
  };
  await server.connect(forServer);
  transport.onmessage = (message) => {
    if (!takeLane(message, lane, opened)) forServer.onmessage?.(message);
  };
  transport.onclose = () => {
    lane.cancelAll();
    forServer.onclose?.();
    if (session !== undefined) closeSession(session);
  };
}

/** True when the message needs the SDK's server no more. */
function takeLane(
  message: JSONRPCMessage,
  lane: CallLane,
  opened: (info: ClientInfo) => Session,
): boolean {
  const parsed = envelope.safeParse(message);
  if (!parsed.success) return false;
  const { id, method, params } = parsed.data;
  switch (method) {
    case 'tools/call':
      if (id === undefined) return true;
      lane.call(id satisfies RequestId, params);
      return true;
    case 'notifications/cancelled':
      return lane.cancel(params?.['requestId']);
    case 'initialize': {
      const info = initializeParams.safeParse(params).data?.clientInfo;
      opened({ name: info?.name ?? '', version: info?.version ?? '' });
      return false;
    }
    default:
      return false;
  }
}
