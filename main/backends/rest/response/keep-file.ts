import type { ResponseSpec } from '../dadl/model.ts';
import type { HttpReply } from '../http/http-client.ts';
import { readBody } from '../http/read-body.ts';
import type { RestContext } from '../rest-context.ts';

const mostFileBytes = 100 * 1024 * 1024;

/** Puts the answer's bytes into the file store; the tool returns where they are. */
export async function keepFile(
  { files, limits }: RestContext,
  { contentType: declared, ttlMs }: ResponseSpec,
  reply: HttpReply,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBody(reply, mostFileBytes);
  const contentType = reply.headers['content-type'] ?? declared ?? 'application/octet-stream';
  if (bytes.length === 0) return { url: null, content_type: contentType, size_bytes: 0 };
  const { url, id, expires } = await files.put(bytes, {
    contentType,
    ttlMs: ttlMs ?? limits.fileMs,
  });
  return {
    url,
    content_type: contentType,
    size_bytes: bytes.length,
    expires: expires.toISOString(),
    file_id: id,
  };
}
