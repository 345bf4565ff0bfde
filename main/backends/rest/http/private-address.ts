import ipaddr from 'ipaddr.js';

/** Anything but a public unicast address: private, loopback, link-local, carrier-grade NAT, mapped and translated forms. */
export function isPrivateAddress(address: string): boolean {
  // What is no address at all is not a public one either.
  return !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast';
}

/** Whether the host of a URL is private by its look; undefined when only its addresses can tell. */
export function isPrivateHost(hostname: string): boolean | undefined {
  const host = bareHost(hostname);
  if (ipaddr.isValid(host)) return isPrivateAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return host === 'metadata.google.internal' ? true : undefined;
}

export function isLoopbackHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** `[::1]` and `localhost.` name the same hosts as without their ornament. */
function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
