import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { BackendCall, CallResult } from '../backend.ts';
import type { CallTimer } from './call-timer.ts';
import type { ClientQuestions } from './client-questions.ts';

/** A request on behalf of a call. */
export interface Sent extends Pick<BackendCall, 'signal' | 'onProgress' | 'client'> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly onConsole?: BackendCall['onConsole'] | undefined;
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
  timer: CallTimer,
  questions: ClientQuestions | undefined,
): Promise<CallResult> {
  const { method, params, signal, onProgress } = sent;
  // The SDK never takes its listener off a signal, and a late abort would then cancel every request that
  // was ever made under it: each request gets a signal of its own.
  const own = new AbortController();
  const abort = (): void => {
    own.abort(timer.signal.reason);
  };
  const onprogress =
    onProgress &&
    ((progress: object) => {
      timer.again();
      onProgress({ ...progress });
    });
  const running = { client: sent.client, timer, onConsole: sent.onConsole };
  timer.signal.addEventListener('abort', abort, { once: true });
  // Cancelled while it waited for the connection.
  if (timer.signal.aborted) abort();
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
    questions?.ended(running);
    timer.signal.removeEventListener('abort', abort);
  }
}
