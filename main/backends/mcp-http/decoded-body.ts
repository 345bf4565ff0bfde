import { pipeline, type Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';

// Like fetch: an end without the checksum is an end. What was cut off is known by its length or its chunks.
const options = { finishFlush: constants.Z_SYNC_FLUSH };
const decoders = new Map<string, () => Gunzip | Inflate | BrotliDecompress>([
  ['gzip', () => createGunzip(options)],
  ['x-gzip', () => createGunzip(options)],
  ['deflate', () => createInflate(options)],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * The body without its content encoding. Nobody asked the server for one, but to some that is no reason, or
 * what stands before them compresses all they say.
 */
export function decodedBody(body: Readable, contentEncoding: string | undefined): Readable {
  const codings = contentEncoding?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const steps = codings.reverse().flatMap((name) => decoders.get(name)?.() ?? []);
  const [last] = steps.slice(-1);
  if (last === undefined) return body;
  // An error reaches the last one, whose reader says it.
  pipeline([body, ...steps], () => undefined);
  return last;
}
