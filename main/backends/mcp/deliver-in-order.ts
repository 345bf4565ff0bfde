import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * Keeps a reply behind the notifications that came before it. The SDK (1.32) runs notification handlers
 * a microtask later but settles replies at once: a last progress step that arrives in one chunk with its
 * reply was lost. Call after connect().
 */
export function deliverInOrder(transport: Transport): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  let notified = false;
  transport.onmessage = (message, extra) => {
    const isNotification = 'method' in message && !('id' in message);
    if (isNotification) {
      notified = true;
      deliver(message, extra);
      return;
    }
    if (!notified) {
      deliver(message, extra);
      return;
    }
    setImmediate(() => {
      notified = false;
      deliver(message, extra);
    });
  };
}
