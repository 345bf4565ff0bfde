import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { BackendCall, CallResult } from '../backend.ts';
import { CallTimer } from './call-timer.ts';
import type { ClientQuestions } from './client-questions.ts';

/** A request on behalf of a call. */
export interface Sent extends Pick<BackendCall, 'signal' | 'onProgress' | 'client'> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly onConsole?: BackendCall['onConsole'] | undefined;
  readonly timeoutMs: number;
  /** What the error of a cancelled request names. */
  readonly what: string;
}

// Results pass on as they came: no walk through them, unknown fields included.
const anyResult = z.custom<CallResult>((value) => typeof value === 'object' && value !== null);

// The longest a timer takes; the time of a request is measured by its CallTimer.
const longestMs = 2 ** 31 - 1;

/** Rejects with `cancelled`, or with what the SDK and the network say. */
export async function sendRequest(
  client: Client,
  sent: Sent,
  questions: ClientQuestions | undefined,
): Promise<CallResult> {
  const { method, params, signal, onProgress, timeoutMs } = sent;
  // The SDK never takes its listener off a signal, and a late abort would then cancel every call that
  // was ever made under it: each request gets a signal of its own.
  const own = new AbortController();
  const abort = (): void => {
    own.abort();
  };
  const timer = new CallTimer(timeoutMs, () => {
    own.abort(new McpError(ErrorCode.RequestTimeout, 'Request timed out'));
  });
  const onprogress =
    onProgress &&
    ((progress: object) => {
      timer.again();
      onProgress({ ...progress });
    });
  const running = { client: sent.client, timer, onConsole: sent.onConsole };
  signal.addEventListener('abort', abort, { once: true });
  // Cancelled while it waited for the connection.
  if (signal.aborted) abort();
  questions?.started(running);
  try {
    return await client.request({ method, params }, anyResult, {
      signal: own.signal,
      timeout: longestMs,
      ...(onprogress && { onprogress }),
    });
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    const text = `The call of "${sent.what}" was cancelled`;
    throw new GatewayError('cancelled', text, { cause: thrown });
  } finally {
    timer.stop();
    questions?.ended(running);
    signal.removeEventListener('abort', abort);
  }
}
