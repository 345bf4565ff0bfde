// Files that a caller names for an upload. They are fetched without any of the backend's keys, cookies or
// relaxed TLS, because the address comes from the model.
import { posix } from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import { PrivateTarget } from '../http/guarded-lookup.ts';
import type { HttpClient } from '../http/http-client.ts';
import { BodyTooLarge, readBody } from '../http/read-body.ts';
import { noSecrets } from '../http/redirect.ts';
import { within } from '../http/within.ts';
import { RestFailure } from '../rest-failure.ts';

export interface FetchedFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly name: string;
}

/** At most `limit` bytes of what the URL or the handle names. */
export type FetchFile = (address: string, limit: number) => Promise<FetchedFile>;

export interface FileFetcherOptions {
  readonly http: HttpClient;
  /** Hosts that may be asked; all when absent. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly store: FileStore;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export function createFileFetcher(options: FileFetcherOptions): FetchFile {
  return async (address, limit) => {
    const kept = await options.store.read(address);
    if (kept !== undefined) {
      if (kept.bytes.length > limit) throw tooLarge(limit);
      return kept;
    }
    return download(options, toUrl(address, options.allowedHosts), limit);
  };
}

function toUrl(address: string, allowed: readonly string[] | undefined): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refuse('takes an http or https URL, or the file_id of an earlier answer');
  const isAllowed = allowed === undefined || allowed.some((host) => matches(url.hostname, host));
  if (!isAllowed)
    throw refuse(`may not be fetched from "${url.hostname}" (file_url_allowed_hosts)`);
  return url;
}

function matches(hostname: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : hostname === wanted;
}

async function download(
  options: FileFetcherOptions,
  url: URL,
  limit: number,
): Promise<FetchedFile> {
  const { http, timeoutMs, signal } = options;
  try {
    return await within(timeoutMs, signal, async (own) => {
      const reply = await http.send({ method: 'GET', url, headers: {}, secrets: noSecrets }, own);
      if (reply.status < 200 || reply.status > 299) {
        reply.body.destroy();
        throw refuse(`could not be fetched: HTTP ${reply.status}`);
      }
      const bytes = await readBody(reply, limit);
      return {
        bytes,
        contentType: reply.headers['content-type'] ?? 'application/octet-stream',
        name: fileName(reply.headers['content-disposition'], reply.url),
      };
    });
  } catch (error) {
    if (error instanceof RestFailure || signal.aborted) throw error;
    if (error instanceof BodyTooLarge) throw tooLarge(limit);
    if (error instanceof PrivateTarget) throw refuse(`was not fetched: ${error.message}`);
    throw refuse(`could not be fetched: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function fileName(disposition: string | undefined, url: URL): string {
  const named = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition ?? '');
  const fromPath = posix.basename(safeDecode(url.pathname));
  const name = posix.basename(named?.[1] ?? named?.[2] ?? fromPath);
  return name === '' ? 'file' : name;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function tooLarge(limit: number): RestFailure {
  return refuse(`is larger than the limit of ${limit} bytes (max_body_size)`);
}

function refuse(why: string): RestFailure {
  return new RestFailure('invalid_input', `the file ${why}`);
}
