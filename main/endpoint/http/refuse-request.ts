import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** The client's mistake, answered with this status. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * A web page can make a browser send requests here under a name of its own (DNS rebinding). Its name is
 * then in Host or Origin; what we listen on is known by address, and by the names of this machine.
 */
export function refuseRequest({ host, origin }: IncomingHttpHeaders, listening: string): void {
  const named = hostOf(`http://${host ?? ''}`);
  if (named === undefined || !isOurs(named, listening)) {
    throw new HttpRefusal(403, `Host "${host ?? ''}" is not this gateway`);
  }
  if (origin === undefined) return;
  const from = hostOf(origin);
  if (from !== undefined && isOurs(from, listening)) return;
  throw new HttpRefusal(403, `Origin "${origin}" may not use this gateway`);
}

function isOurs(name: string, listening: string): boolean {
  if (loopback.includes(name) || name === listening.toLowerCase()) return true;
  if (loopback.includes(listening)) return false;
  // Open to the network: no page can rebind an address, or the machine's own name.
  const own = hostname().toLowerCase();
  return isIP(name) !== 0 || name === own || name === `${own}.local`;
}

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname: name } = new URL(url);
  return name === '' ? undefined : name.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
