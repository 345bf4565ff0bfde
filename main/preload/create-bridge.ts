import type { Bridge } from '../contract/bridge.ts';
import { eventNames, requestNames } from '../contract/channel-names.ts';

/** The part of Electron's `ipcRenderer` the bridge needs; none of it reaches the window. */
export interface BridgeIpc {
  invoke(channel: string, input?: unknown): Promise<unknown>;
  on(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
  off(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
}

/** One named function for each channel and nothing generic: the window cannot name a channel itself. */
export function createBridge(ipc: BridgeIpc): Bridge {
  const nouns: Record<string, Record<string, unknown>> = {};
  const place = (noun: string, name: string, value: unknown) => {
    (nouns[noun] ??= {})[name] = value;
  };
  for (const channel of requestNames) {
    const [noun, verb] = splitChannel(channel);
    place(noun, verb, (input?: unknown) => ipc.invoke(channel, input));
  }
  for (const channel of eventNames) {
    const [noun, verb] = splitChannel(channel);
    const name = `on${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
    place(noun, name, (listener: (payload: unknown) => void) => {
      // The event object stays here: it carries the sender, which the window must never hold.
      const forward = (_event: unknown, payload: unknown) => {
        listener(payload);
      };
      ipc.on(channel, forward);
      return () => {
        ipc.off(channel, forward);
      };
    });
  }
  // Built from the same names the type is derived from; a test walks both.
  return nouns as unknown as Bridge;
}

function splitChannel(channel: string): [noun: string, verb: string] {
  const colon = channel.indexOf(':');
  return [channel.slice(0, colon), channel.slice(colon + 1)];
}
