import type { CallResult } from '../../backends/backend.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Answer } from '../route.ts';

// The SDK's stdio clients disconnect at a line above 10 MiB; the envelope around a result is small.
const maxBytes = 10 * 1024 * 1024 - 4096;

/** The answer with its JSON, made once. What no client could take is an error instead of a lost client. */
export function encodeAnswer(toolName: string, result: CallResult, leaves: boolean): Answer {
  let json: string;
  try {
    json = JSON.stringify(result);
  } catch (cause) {
    // V8 overflows at about 5,000 levels on Node 20.
    throw new GatewayError(
      'message-too-large',
      `The answer of "${toolName}" is nested too deep to be sent`,
      { cause },
    );
  }
  // Characters bound the bytes from below, and most answers are nowhere near.
  if (!leaves || json.length * 3 <= maxBytes) return { result, json };
  const bytes = Buffer.byteLength(json);
  if (bytes <= maxBytes) return { result, json };
  throw new GatewayError(
    'message-too-large',
    `The answer of "${toolName}" has ${bytes} bytes; clients take ${maxBytes}. Ask for less at a time`,
    { data: { tool: toolName, limit: maxBytes } },
  );
}
