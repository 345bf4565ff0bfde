import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * The transport for a server whose own requests reach the client with ids from 1 on. The SDK counts from
 * 0, and its clients (1.32) take no cancellation of a request with that id: a question would stay on the
 * client's screen when its call has ended.
 */
export function countFromOne(transport: Transport): Transport {
  const counted: Transport = {
    start: () => transport.start(),
    send: (message, options) => transport.send(outward(message), options),
    close: () => transport.close(),
  };
  transport.onmessage = (message, extra) => counted.onmessage?.(inward(message), extra);
  transport.onclose = () => counted.onclose?.();
  transport.onerror = (error) => counted.onerror?.(error);
  return counted;
}

function outward(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message)) return message;
  if ('id' in message) return { ...message, id: oneMore(message.id) };
  if (message.method !== 'notifications/cancelled') return message;
  const { params } = message;
  return { ...message, params: { ...params, requestId: oneMore(params?.['requestId']) } };
}

function inward(message: JSONRPCMessage): JSONRPCMessage {
  if ('method' in message || typeof message.id !== 'number') return message;
  return { ...message, id: message.id - 1 };
}

function oneMore<T>(id: T): T | number {
  return typeof id === 'number' ? id + 1 : id;
}
