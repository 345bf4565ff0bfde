// What is no message of MCP is answered, so that its sender does not wait for ever: the SDK's server (1.32)
// drops it in silence, and calls wrong params an internal error of its own.
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { RequestId } from './call-lane.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface RpcRefusal {
  readonly jsonrpc: '2.0';
  /** Null when the message has none that can be repeated. */
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What is read by the SDK; the params of tools/call are read by the lane they take. */
const requests: ReadonlyMap<string, z.ZodType> = new Map(
  [
    CompleteRequestSchema,
    GetPromptRequestSchema,
    InitializeRequestSchema,
    ListPromptsRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ListToolsRequestSchema,
    ReadResourceRequestSchema,
    SetLevelRequestSchema,
    SubscribeRequestSchema,
    UnsubscribeRequestSchema,
  ].map((schema) => [schema.shape.method.value, schema]),
);

/** The answer to a message that goes no further; undefined for one that does, or that nobody waits for. */
export function refuseMessage(message: object): RpcRefusal | undefined {
  const { jsonrpc, id, method, params } = message as Fields;
  const isAnswer = method === undefined && ('result' in message || 'error' in message);
  const isNotification = typeof method === 'string' && id === undefined;
  if (isAnswer || isNotification) return undefined;
  const isRequest =
    jsonrpc === '2.0' && isRequestId(id) && typeof method === 'string' && isParams(params);
  if (!isRequest) return refusal(id, -32600, 'The message is no request of JSON-RPC 2.0');
  // Its params may be megabytes.
  if (method === 'tools/call') return undefined;
  if (!isJSONRPCRequest(message))
    return refusal(id, -32600, `The request "${method}" has fields that MCP does not know`);
  const { error } = requests.get(method)?.safeParse(message) ?? {};
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  return refusal(id, -32602, `${method}: ${issue.path.join('.')}: ${issue.message}`);
}

export function refusal(id: unknown, code: number, message: string): RpcRefusal {
  const shown = isRequestId(id) || (typeof id === 'number' && !Number.isInteger(id)) ? id : null;
  return { jsonrpc: '2.0', id: shown, error: { code, message } };
}

/** A number above 2^53 is not the one the client wrote. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function isParams(params: unknown): boolean {
  return (
    params === undefined ||
    (typeof params === 'object' && params !== null && !Array.isArray(params))
  );
}
