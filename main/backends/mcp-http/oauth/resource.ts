import { resourceUrlFromServerUrl } from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * RFC 8707: what a token is for is named in every request for one. The SDK (1.32) names it only where
 * the server publishes metadata of its own; MCP's authorization of 2025-11-25 wants it everywhere.
 */
function resourceOf(serverUrl: string): string {
  return resourceUrlFromServerUrl(serverUrl).href;
}

/** The login page's address, with the resource. */
export function withResource(page: URL, serverUrl: string): URL {
  const named = new URL(page);
  if (!named.searchParams.has('resource'))
    named.searchParams.set('resource', resourceOf(serverUrl));
  return named;
}

/** The same fetch; a request for a token that names no resource gets this one. */
export function namingResource(fetch: FetchLike, serverUrl: string): FetchLike {
  return (url, init) => {
    const form = init?.body;
    if (form instanceof URLSearchParams && form.has('grant_type') && !form.has('resource'))
      form.set('resource', resourceOf(serverUrl));
    return fetch(url, init);
  };
}
