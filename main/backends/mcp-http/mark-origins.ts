import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { OriginTransport } from '../mcp/origins.ts';

/**
 * Remembers on which request's stream a message came. The SDK (1.32) hands on all messages alike; it reads
 * a request's stream with the object that sent the request, so each request is sent by a view of its own.
 */
export function markOrigins(transport: StreamableHTTPClientTransport): OriginTransport {
  const origins = new WeakMap<object, RequestId>();
  const plain = transport.send.bind(transport);
  const viewFor = (id: RequestId): StreamableHTTPClientTransport =>
    new Proxy(transport, {
      get: (target, key) =>
        key === 'onmessage'
          ? (message: JSONRPCMessage): void => {
              origins.set(message, id);
              target.onmessage?.(message);
            }
          : (Reflect.get(target, key) as unknown),
    });
  const send = Reflect.get(Object.getPrototypeOf(transport) as object, 'send') as typeof plain;
  const marked: OriginTransport = transport;
  marked.send = (message: JSONRPCMessage, options?: Parameters<typeof plain>[1]) =>
    'method' in message && 'id' in message
      ? send.call(viewFor(message.id), message, options)
      : plain(message, options);
  marked.originOf = (message) => origins.get(message);
  return marked;
}
