// The one file that touches what the preload hung on `window`.
import type { Bridge, Reply } from '../../main/contract/bridge.ts';

export type { Bridge };

declare global {
  interface Window {
    readonly toolmesh?: Bridge;
  }
}

/** An answer the app refused; `message` is written for the person in front of the window. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'RefusedError';
    this.code = code;
  }
}

export function findBridge(holder: Pick<Window, 'toolmesh'>): Bridge {
  if (holder.toolmesh === undefined) throw new Error('The page was opened without its preload');
  return holder.toolmesh;
}

/** The value of a reply, or a RefusedError. */
export async function ask<T>(reply: Promise<Reply<T>>): Promise<T> {
  const answer = await reply;
  if (answer.ok) return answer.value;
  throw new RefusedError(answer.error.code, answer.error.message);
}
