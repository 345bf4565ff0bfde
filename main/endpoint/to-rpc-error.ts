import { toGatewayError, type ErrorCode } from '../platform/gateway-error.ts';

// Of MCP: -32002 is a resource that does not exist, -32602 covers names of prompts and cursors.
const rpcCodes: Partial<Readonly<Record<ErrorCode, number>>> = {
  'unknown-resource': -32002,
  'unknown-prompt': -32602,
  'invalid-arguments': -32602,
};

/** A failure outside of tool calls, which have no results with isError; the backend's own code stays. */
export function toRpcError(thrown: unknown): Error {
  const { code, message, data } = toGatewayError(thrown);
  const own = data['rpcCode'];
  const rpcCode = rpcCodes[code] ?? (typeof own === 'number' ? own : -32603);
  return Object.assign(new Error(message), { code: rpcCode, data: { code } });
}
