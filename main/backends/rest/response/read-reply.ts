import type { HttpReply } from '../http/http-client.ts';
import { readBody } from '../http/read-body.ts';

/** A page of an answer as it came. */
export type PageBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown };

export interface Page {
  readonly body: PageBody;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: URL;
}

// JSON that was cut is garbage, so a larger answer is an error.
export const mostTextBytes = 10 * 1024 * 1024;

export async function readPage(reply: HttpReply): Promise<Page> {
  const { headers, url } = reply;
  const bytes = await readBody(reply, mostTextBytes);
  const text = new TextDecoder().decode(bytes);
  return { body: toBody(text, headers['content-type'] ?? ''), headers, url };
}

function toBody(text: string, contentType: string): PageBody {
  if (text.trim() === '') return { kind: 'empty' };
  // "123" as text/plain is a text; many services send objects under that type, too.
  const isOther =
    /^(text|image|audio|video)\/|xml/i.test(contentType) && !/json/i.test(contentType);
  if (isOther && !/^\s*[[{]/.test(text)) return { kind: 'text', text };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'text', text };
  }
}
