// A read, a prompt, a completion as a call of its backend: it runs through the page of all calls, so that
// rules, grants, policies, secrets and the record are the same. What it brings stands in `content` as
// blocks while policies look at it, and leaves in its own form.
import type { BackendOffers, CallResult, OfferRequest } from '../../backends/backend.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Route } from '../route.ts';

type Fields = Readonly<Record<string, unknown>>;
type Block = CallResult['content'][number];
type Blocks = readonly Fields[];

/** How the result of a method becomes blocks, and back with what is left of them. */
interface Form {
  toBlocks(result: Fields): Blocks | undefined;
  fromBlocks(blocks: Blocks, result: Fields, asked: Fields): Fields;
}

export interface OfferRouteOptions {
  readonly backend: string;
  readonly offers: BackendOffers;
  readonly method: OfferRequest['method'];
  /** The tool whose grant counts; undefined while nobody's grants are asked for. */
  readonly grantedAs: string | undefined;
}

export function offerRoute({ backend, offers, method, grantedAs }: OfferRouteOptions): Route {
  const form = forms[method];
  let raw: Fields = {};
  let asked: Fields = {};
  return {
    kind: 'tool',
    backend,
    // No tool is called so: a slash is in no name.
    canonicalName: `${backend}_${method}`,
    grantedAs,
    tool: { name: method, access: 'unclassified', inputSchema: {}, checksArguments: true },
    run: async ({ args, meta, signal, onProgress, onConsole, client }) => {
      asked = args;
      const params = meta === undefined ? args : { ...args, _meta: meta };
      raw = await offers.send({ method, params, signal, onProgress, onConsole, client });
      const blocks = form.toBlocks(raw);
      if (blocks === undefined) throw notMcp(backend, method);
      const { _meta } = raw;
      // Blocks of any kind pass: what the backend sent is handed on.
      return { content: blocks as unknown as Block[], ...(isFields(_meta) && { _meta }) };
    },
    finish: ({ content, _meta }) => {
      const { _meta: _before, ...rest } = form.fromBlocks(content, raw, asked);
      return { ...rest, ...(_meta && { _meta }) } as unknown as CallResult;
    },
  };
}

const empty: Form = { toBlocks: () => [], fromBlocks: (_blocks, result) => result };

const forms: Readonly<Record<OfferRequest['method'], Form>> = {
  'resources/read': {
    toBlocks: ({ contents }) =>
      listOf(contents)?.map((resource) => ({ type: 'resource', resource })),
    fromBlocks: (blocks, result, { uri }) => ({
      ...result,
      // A policy may have put a text in the place of a resource.
      contents: blocks.map(({ resource, text }) => resource ?? { uri, text: text ?? '' }),
    }),
  },
  'prompts/get': {
    toBlocks: ({ messages }) =>
      listOf(messages)?.map(({ content }) => (isFields(content) ? content : { type: 'unknown' })),
    fromBlocks: (blocks, result) => {
      const messages = listOf(result['messages']) ?? [];
      return {
        ...result,
        messages: blocks.map((content, index) => {
          const { role = 'user', ...message } = messages[index] ?? {};
          return { ...message, role, content };
        }),
      };
    },
  },
  'completion/complete': {
    toBlocks: ({ completion }) => {
      const values = isFields(completion) ? completion['values'] : undefined;
      return Array.isArray(values)
        ? values.slice(0, 100).map((text) => ({ type: 'text', text: String(text) }))
        : undefined;
    },
    fromBlocks: (blocks, result) => {
      const completion = isFields(result['completion']) ? result['completion'] : {};
      return { ...result, completion: { ...completion, values: blocks.map(({ text }) => text) } };
    },
  },
  'resources/subscribe': empty,
  'resources/unsubscribe': empty,
};

function listOf(value: unknown): readonly Fields[] | undefined {
  return Array.isArray(value) && value.every(isFields) ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notMcp(backend: string, method: string): GatewayError {
  return new GatewayError(
    'backend-protocol',
    `Backend "${backend}" answered ${method} with something that is not MCP`,
    { data: { backend } },
  );
}
