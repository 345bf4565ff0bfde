import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { registrySchema, type Client, type EntryShape, type Registry } from './client-schema.ts';
import data from './clients.json' with { type: 'json' };

/** The clients that ship with this version. */
export function knownClients(): Registry {
  return registrySchema.parse(data);
}

export function clientNamed({ clients }: Registry, id: string): Client {
  const found = clients.find((client) => client.id === id);
  if (found !== undefined) return found;
  const ids = clients.map((client) => client.id);
  throw new GatewayError(
    'client-unknown',
    `Client "${id}" is not known${nearestHint(id, ids)}; "toolmesh clients snippet" prints an entry to paste`,
  );
}

export function shapeOf({ shapes }: Registry, client: Client): EntryShape {
  const shape = shapes[client.shape];
  if (shape === undefined)
    throw new GatewayError(
      'internal',
      `Client "${client.id}" has the unknown shape "${client.shape}"`,
    );
  return shape;
}
