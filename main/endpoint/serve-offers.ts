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
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientOffers } from '../gateway/offers/client-offers.ts';
import type { ListPage } from '../gateway/offers/list-page.ts';
import type { Answer } from '../gateway/route.ts';
import { toRpcError } from './to-rpc-error.ts';
import type { WaitingClients } from './waiting-clients.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type AskedBy = Parameters<ClientOffers['readResource']>[1];
type Fields = Readonly<Record<string, unknown>>;
type Handled = Promise<Record<string, unknown>>;

/** What there is besides tools; every gateway says it has it, since backends come and go. */
export const offerCapabilities = {
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** Resources, prompts, completions and log levels of one client; tells which request still waits. */
export function serveOffers(
  server: Server,
  offers: () => ClientOffers,
  waiting: WaitingClients,
): { readonly newest: () => RequestId | undefined } {
  const open = new Set<RequestId>();
  const asked = async (extra: Extra, work: (by: AskedBy) => Handled): Handled => {
    open.add(extra.requestId);
    try {
      return await said(() => work(by(extra)));
    } finally {
      open.delete(extra.requestId);
    }
  };
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
    page('resources', () => offers().listResources(params?.cursor)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    page('resourceTemplates', () => offers().listTemplates(params?.cursor)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) =>
    page('prompts', () => offers().listPrompts(params?.cursor)),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    asked(extra, async (who) => resultOf(await offers().readResource(params.uri, who))),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    asked(extra, async (who) =>
      resultOf(await offers().getPrompt(params.name, params.arguments, who)),
    ),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
    asked(extra, async (who) => {
      const { ref, _meta: _own, ...rest } = params;
      const answer = await offers().complete(ref, rest, who);
      return answer === undefined ? { completion: { values: [] } } : resultOf(answer);
    }),
  );
  server.setRequestHandler(SubscribeRequestSchema, ({ params }, extra) =>
    asked(extra, async (who) => {
      await offers().subscribe(params.uri, who);
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
  return { newest: () => [...open].at(-1) };
}

function page(key: string, list: () => Promise<ListPage<Fields>>): Handled {
  return said(async () => {
    const { items, nextCursor } = await list();
    return { [key]: items, ...(nextCursor !== undefined && { nextCursor }) };
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
