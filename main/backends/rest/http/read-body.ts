import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { HttpReply } from './http-client.ts';

/** The answer, or the file, is larger than what is read. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`it is larger than the limit of ${limit} bytes`);
    this.name = 'BodyTooLarge';
  }
}

/** The whole body, decompressed. A declared length above the limit stops before, a lying one in the middle. */
export async function readBody(reply: HttpReply, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(reply.headers['content-length'] ?? 0) > limit) {
    reply.body.destroy();
    throw new BodyTooLarge(limit);
  }
  for await (const chunk of decoded(reply)) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, size);
}

/** At most the first `limit` bytes: enough of an error page to quote from. */
export async function readHead(reply: HttpReply, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(reply)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks, size).subarray(0, limit);
}

/** The body's bytes without their transfer compression, which a server may apply unasked. */
export function decoded(reply: HttpReply): Readable {
  const through = decoder(reply.headers['content-encoding']);
  if (through === undefined) return reply.body;
  // A break in the compressed stream has to reach whoever reads the plain one.
  reply.body.once('error', (error) => through.destroy(error));
  through.once('close', () => reply.body.destroy());
  return reply.body.pipe(through);
}

function decoder(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
