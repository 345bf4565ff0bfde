import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './refuse-request.ts';

/** The body as JSON. Decoded whole: a character may lie across two chunks. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      throw new HttpRefusal(413, `The request has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new HttpRefusal(400, 'The body is not JSON');
  }
}
