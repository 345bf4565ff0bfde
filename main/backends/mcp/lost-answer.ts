// Why a request will have no answer although its server is there. A transport says it to the SDK's client in
// the server's place, as the answer: that client has no other way to end one request.
import {
  ErrorCode,
  McpError,
  type JSONRPCErrorResponse,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** A reply may be big; without a bound a mad server would fill the gateway's memory. */
export const mostReplyBytes = 64 * 1024 * 1024;

export type LostAnswer = 'too-large' | 'none';

const mark = 'toolmesh/lost-answer';

export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';

  constructor() {
    super(`the reply has more than ${mostReplyBytes} bytes`);
  }
}

export function lostAnswer(id: RequestId, why: LostAnswer): JSONRPCErrorResponse {
  const error = { code: ErrorCode.InternalError, message: why, data: { [mark]: why } };
  return { jsonrpc: '2.0', id, error };
}

/** Undefined when the error is the server's own. */
export function lostAnswerIn(thrown: unknown): LostAnswer | undefined {
  if (thrown instanceof ReplyTooLarge) return 'too-large';
  if (!(thrown instanceof McpError)) return undefined;
  const why = (thrown.data as Readonly<Record<string, unknown>> | null | undefined)?.[mark];
  return why === 'too-large' || why === 'none' ? why : undefined;
}
