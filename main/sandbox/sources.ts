import { putNewest } from '../platform/put-newest.ts';
import type { GatewayFrame } from './protocol.ts';
import type { SourceFile } from './sandbox.ts';

/** The files one host has got, by the list they came in: a unit keeps its list for as long as its glue. */
export interface Sources {
  /** The key by which the host knows `files`; sends them before if it does not. */
  keyOf(files: readonly SourceFile[]): number;
}

/** Units and sets of policies in use at once; a further one takes the place of the one used last longest ago. */
const maxKept = 64;

export function createSources(send: (frame: GatewayFrame) => void): Sources {
  /** The list used last at the end. */
  const keys = new Map<readonly SourceFile[], number>();
  let lastKey = 0;
  return {
    keyOf(files) {
      let key = keys.get(files);
      if (key === undefined) {
        lastKey += 1;
        key = lastKey;
        send({ t: 'source', key, files });
      }
      for (const [, dropped] of putNewest(keys, files, key, maxKept))
        send({ t: 'drop', key: dropped });
      return key;
    },
  };
}
