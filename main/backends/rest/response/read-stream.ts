import type { ResponseSpec } from '../dadl/model.ts';
import type { HttpReply } from '../http/http-client.ts';
import { BodyTooLarge, decoded } from '../http/read-body.ts';
import { mostTextBytes, type PageBody } from './read-reply.ts';

/** Events of a stream (one JSON per line, or server-sent events), until it ends, its time is over or there are enough. */
export async function readStream(
  { streaming, maxDurationMs, maxItems, redact }: ResponseSpec,
  longestMs: number,
  reply: HttpReply,
): Promise<PageBody> {
  if (streaming === 'skip') {
    reply.body.destroy();
    return { kind: 'empty' };
  }
  const items: unknown[] = [];
  const body = decoded(reply);
  // A stream is not expected to end: its time being over is not a failure.
  const timer = setTimeout(() => body.destroy(), maxDurationMs ?? longestMs * 0.9);
  const isEvents = /event-stream/i.test(reply.headers['content-type'] ?? '');
  const decoder = new TextDecoder();
  let rest = '';
  let size = 0;
  const take = (line: string): void => {
    const text = isEvents ? /^data:\s?(.*)$/.exec(line)?.[1] : line;
    if (text === undefined || text.trim() === '') return;
    items.push(parse(text, redact.length > 0));
  };
  try {
    for await (const chunk of body) {
      size += (chunk as Buffer).length;
      if (size > mostTextBytes) throw new BodyTooLarge(mostTextBytes);
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? '';
      lines.forEach(take);
      if (maxItems !== undefined && items.length >= maxItems) break;
    }
    take(rest);
  } catch (error) {
    if (error instanceof BodyTooLarge || !body.destroyed) throw error;
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return { kind: 'json', value: items };
}

// A line that is no JSON cannot be redacted, so a tool that redacts does not pass it on.
function parse(text: string, redacts: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return redacts ? null : text;
  }
}
