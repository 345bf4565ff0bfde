import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { mostReplyBytes, ReplyTooLarge } from '../mcp/lost-answer.ts';

export interface StreamWatch {
  /** The reply is a stream of events. */
  opened(): void;
  /** It has ended; `error` is undefined when the server wanted it so. */
  ended(error: unknown): void;
}

export const noWatch: StreamWatch = { opened: () => undefined, ended: () => undefined };

/**
 * A fetch that tells of streams of events, whose end the SDK's transport (1.32) keeps to itself, and that
 * ends one whose event is too large.
 */
export function watchStreams(fetch: FetchLike, watch: StreamWatch): FetchLike {
  return async (url, init) => {
    const reply = await fetch(url, init);
    const { status, headers } = reply;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    const body = isStream ? reply.body : null;
    if (body === null) return reply;
    watch.opened();
    return new Response(ReadableStream.from(watched(body, watch)), { status, headers });
  };
}

async function* watched(
  body: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let failure: unknown;
  try {
    for await (const chunk of body) {
      bytes = bytesOfEvent(bytes, chunk);
      if (bytes > mostReplyBytes) throw new ReplyTooLarge();
      yield chunk;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    watch.ended(failure);
  }
}

/** How long the event is that the chunk leaves open. An end that lies across two chunks is missed, and the next one is not. */
function bytesOfEvent(before: number, chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'));
  return end === -1 ? before + bytes.length : bytes.length - end;
}
