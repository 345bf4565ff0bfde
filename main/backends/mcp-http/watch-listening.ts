import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/** How the SDK's transport takes up a broken stream again; it says to nobody that it has given up. */
export const reconnectionOptions = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 2,
};

/**
 * A fetch that tells when the stream on which a server speaks by itself was there and cannot be had again:
 * after a restart, or without a network. Nobody would hear of new tools until somebody calls one.
 */
export function watchListening(fetch: FetchLike, onLost: () => void): FetchLike {
  let wasOpen = false;
  let failures = 0;
  const failed = (): void => {
    failures += 1;
    if (wasOpen && failures === reconnectionOptions.maxRetries) onLost();
  };
  return async (url, init) => {
    if (init?.method !== 'GET') return fetch(url, init);
    try {
      const reply = await fetch(url, init);
      if (reply.ok) [wasOpen, failures] = [true, 0];
      else failed();
      return reply;
    } catch (error) {
      if (init.signal?.aborted !== true) failed();
      throw error;
    }
  };
}
