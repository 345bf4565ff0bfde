import { isLoopbackHost } from './http/private-address.ts';

/**
 * Whether a URL is on the backend's own host, the only one that may be private: the same name or address on
 * any port, since a service often moves from one to another by a redirect, or this machine by another of its
 * names on the same port.
 */
export function isOwnHost(base: URL, url: URL): boolean {
  if (url.hostname === base.hostname) return true;
  const isSamePort = portOf(url) === portOf(base);
  return isSamePort && isLoopbackHost(base.hostname) && isLoopbackHost(url.hostname);
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
