import type { HttpRequest } from '../http/redirect.ts';

/** Puts a backend's key onto requests. Keys are asked for per request, so a new one needs no restart. */
export interface Auth {
  apply(request: HttpRequest, signal: AbortSignal): Promise<HttpRequest>;
  /** After a 401: forgets what can be had anew and says whether one repeat makes sense. */
  renew(): boolean;
  /** The credential without which the last request was sent; for the message of a refusal. */
  missing(): string | undefined;
}

export function withHeaders(
  request: HttpRequest,
  headers: Readonly<Record<string, string>>,
): HttpRequest {
  const lower = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    ...request,
    headers: { ...request.headers, ...Object.fromEntries(lower) },
    secrets: {
      ...request.secrets,
      headers: [...request.secrets.headers, ...lower.map(([name]) => name)],
    },
  };
}

/** DADL's logical name as the name of one of our credentials: `vault/github-token` → `GITHUB_TOKEN`. */
export function toCredentialName(logical: string): string {
  return logical
    .replace(/^vault\//, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_');
}
