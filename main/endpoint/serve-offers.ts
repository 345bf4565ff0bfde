import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientOffers } from '../gateway/offers/client-offers.ts';
import type { Answer } from '../gateway/route.ts';
import { toRpcError } from './to-rpc-error.ts';
import type { WaitingClients } from './waiting-clients.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type AskedBy = Parameters<ClientOffers['readResource']>[1];
type Handled = Promise<Record<string, unknown>>;

/** What there is besides tools; every gateway says it has it, since backends come and go. */
export const offerCapabilities = {
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** Resources, prompts, completions and log levels of one client. */
export function serveOffers(
  server: Server,
  offers: () => ClientOffers,
  waiting: WaitingClients,
): void {
  const by = ({ signal, requestId, _meta, sendNotification }: Extra): AskedBy => {
    const { progressToken, ...meta } = _meta ?? {};
    return {
      signal,
      client: waiting.of(requestId),
      ...(Object.keys(meta).length > 0 && { meta }),
      ...(progressToken !== undefined && {
        onProgress: (progress) => {
          const params = { ...progress, progressToken };
          const sent = {
            method: 'notifications/progress',
            params,
          } as unknown as ServerNotification;
          void sendNotification(sent).catch(() => undefined);
        },
      }),
    };
  };
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    said(async () => {
      const { items, nextCursor } = await offers().listResources(params?.cursor);
      return { resources: items, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    said(async () => {
      const { items, nextCursor } = await offers().listTemplates(params?.cursor);
      return { resourceTemplates: items, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) =>
    said(async () => {
      const { items, nextCursor } = await offers().listPrompts(params?.cursor);
      return { prompts: items, ...(nextCursor !== undefined && { nextCursor }) };
    }),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    said(async () => resultOf(await offers().readResource(params.uri, by(extra)))),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    said(async () => resultOf(await offers().getPrompt(params.name, params.arguments, by(extra)))),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
    said(async () => {
      const { ref, _meta: _own, ...rest } = params;
      const answer = await offers().complete(ref, rest, by(extra));
      return answer === undefined ? { completion: { values: [] } } : resultOf(answer);
    }),
  );
  server.setRequestHandler(SubscribeRequestSchema, ({ params }, extra) =>
    said(async () => {
      await offers().subscribe(params.uri, by(extra));
      return {};
    }),
  );
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    offers().unsubscribe(params.uri);
    return {};
  });
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    offers().setLevel(params.level);
    return {};
  });
}

/** The answer of a handler; a failure as the protocol says it. */
async function said(work: () => Handled): Handled {
  try {
    return await work();
  } catch (thrown) {
    throw toRpcError(thrown);
  }
}

function resultOf({ result }: Answer): Record<string, unknown> {
  return result;
}
