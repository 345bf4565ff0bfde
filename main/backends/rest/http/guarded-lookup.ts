import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isPrivateAddress } from './private-address.ts';

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A target that may not be reached from here. */
export class PrivateTarget extends Error {
  constructor(host: string) {
    super(`"${host}" is or leads to a private address, which is not allowed here`);
    this.name = 'PrivateTarget';
  }
}

/**
 * Name resolution of a connection that may only go to public addresses. The connection is made to the very
 * addresses tested here, so a name that answers differently the next time changes nothing. Not called for
 * IP literals: those are tested before connecting.
 */
export function guardedLookup(hostname: string, options: LookupOptions, answer: Answer): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      answer(error, '');
      return;
    }
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      answer(new PrivateTarget(hostname), '');
      return;
    }
    if (options.all === true) answer(null, addresses);
    else answer(null, first.address, first.family);
  });
}
