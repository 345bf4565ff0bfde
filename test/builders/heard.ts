import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

interface Notification {
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
}

export interface Heard {
  readonly all: readonly Notification[];
  /** The next one of this method, or one that came and was not asked for yet. */
  next(method: string): Promise<Notification>;
}

/** Everything a server tells this client, in order. */
export function hear(client: Client): Heard {
  const all: Notification[] = [];
  const open: Notification[] = [];
  const waiting: { readonly method: string; readonly take: (one: Notification) => void }[] = [];
  client.fallbackNotificationHandler = (notification) => {
    all.push(notification);
    const index = waiting.findIndex(({ method }) => method === notification.method);
    const [waiter] = index === -1 ? [] : waiting.splice(index, 1);
    if (waiter === undefined) open.push(notification);
    else waiter.take(notification);
    return Promise.resolve();
  };
  return {
    all,
    next: (method) => {
      const index = open.findIndex((one) => one.method === method);
      const [found] = index === -1 ? [] : open.splice(index, 1);
      return found === undefined
        ? new Promise((take) => {
            waiting.push({ method, take });
          })
        : Promise.resolve(found);
    },
  };
}
