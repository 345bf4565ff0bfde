import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Elicit } from '../gateway/approvals/elicit.ts';
import type { ClientOffers } from '../gateway/offers/client-offers.ts';
import type { Session } from '../gateway/session.ts';
import { askThroughClient } from './ask-through-client.ts';
import { toGatewayError } from '../platform/gateway-error.ts';
import { CallLane, type RequestId } from './call-lane.ts';
import type { ClientTransport } from './client-transport.ts';
import { countFromOne } from './count-from-one.ts';
import { ListLane, type Scrub } from './list-lane.ts';
import { refusal, refuseMessage, type RpcRefusal } from './refuse-message.ts';
import { offerCapabilities, serveOffers } from './serve-offers.ts';
import { WaitingClients } from './waiting-clients.ts';

export interface ServeOptions {
  readonly transport: ClientTransport;
  readonly version: string;
  readonly scrub: Scrub;
  /** `clientInfo` is what the client says of itself, empty before it said anything. */
  readonly openSession: (clientInfo: ClientInfo) => Session;
  readonly closeSession: (session: Session) => void;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  /** Asks the person at the client; absent when the client declared no elicitation. */
  readonly elicit?: Elicit | undefined;
}

/** What `refuseMessage` lets through; a notification's params may still be anything. */
interface Envelope {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: unknown;
}

const initializeParams = z.looseObject({
  clientInfo: z
    .looseObject({ name: z.string().catch(''), version: z.string().catch('') })
    .optional(),
  capabilities: z.looseObject({ elicitation: z.looseObject({}).optional() }).optional(),
});

const instructions =
  'Private services as a few curated tools. Find tools with discover_tools, call several at once with execute_code.';

/**
 * One client from its first message to its end. The SDK's server answers the protocol; tools are
 * listed and called on lanes beside it.
 */
export async function serveClient({
  transport,
  version,
  scrub,
  openSession,
  closeSession,
}: ServeOptions): Promise<void> {
  let session: Session | undefined;
  const opened = (info: ClientInfo): Session => {
    if (session !== undefined) return session;
    const fresh = openSession(info);
    session = fresh;
    fresh.onToolsChange(() => void server.sendToolListChanged().catch(() => undefined));
    fresh.offers.onNotification((news) => {
      void server.notification(news as ServerNotification).catch(() => undefined);
    });
    return fresh;
  };
  const current = (): Session => opened({ name: '', version: '' });
  const server = new Server(
    { name: 'toolmesh', version },
    { capabilities: { tools: { listChanged: true }, ...offerCapabilities }, instructions },
  );
  const offers = (): ClientOffers => current().offers;
  const waiting = new WaitingClients(server, offers);
  const sendText = (json: string, forRequest: RequestId): void => {
    transport.sendText(json, forRequest);
  };
  const lane = new CallLane(current, waiting, sendText);
  const lists = new ListLane(current, scrub, sendText);
  const served = serveOffers(server, offers, waiting);
  server.onerror = () => undefined;
  // Over HTTP it goes with a request that waits: a client's own stream may not be open yet, or never.
  const elicit = askThroughClient((params, options) => {
    const relatedRequestId = lane.newest() ?? served.newest();
    const related = relatedRequestId !== undefined && { relatedRequestId };
    return server.elicitInput(params, { ...options, ...related });
  });
  const forServer: Transport = {
    start: () => transport.start(),
    send: (message, options) => transport.send(scrub.value(message), options),
    close: () => transport.close(),
  };
  await server.connect(countFromOne(forServer));
  const refuse = (refused: RpcRefusal): void => {
    transport.sendText(JSON.stringify(scrub.value(refused)), refused.id ?? undefined);
  };
  transport.onmessage = (message) => {
    try {
      const refused = refuseMessage(message);
      if (refused !== undefined) refuse(refused);
      else if (!takeLane(message, { lane, lists }, opened, elicit)) forServer.onmessage?.(message);
    } catch (thrown) {
      // No message may end the gateway, and its sender must not wait for ever.
      const { message: text } = toGatewayError(thrown);
      if ('method' in message && 'id' in message) refuse(refusal(message.id, -32603, text));
    }
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
  { lane, lists }: { readonly lane: CallLane; readonly lists: ListLane },
  opened: (info: ClientInfo) => Session,
  elicit: Elicit,
): boolean {
  const { id, method, params } = message as Envelope;
  switch (method) {
    case 'tools/call':
      if (id === undefined) return true;
      lane.call(id, params);
      return true;
    case 'tools/list':
      if (id !== undefined) void lists.list(id);
      return true;
    case 'notifications/cancelled':
      return lane.cancel(
        (params as Readonly<Record<string, unknown>> | null | undefined)?.['requestId'],
      );
    case 'initialize': {
      const { clientInfo: info, capabilities } = initializeParams.safeParse(params).data ?? {};
      const canAsk = capabilities?.elicitation !== undefined;
      const { name = '', version = '' } = info ?? {};
      opened({ name, version, ...(canAsk && { elicit }) });
      return false;
    }
    default:
      return false;
  }
}
