import type { BackendRegistry } from '../backends/registry.ts';
import type { Credentials } from '../gateway/credentials/credentials.ts';

/** A key is another one now, here or in another process: the next request uses it, and nobody holds the old. */
export function announceKey(
  {
    credentials,
    registry,
  }: {
    readonly credentials: Pick<Credentials, 'forget'>;
    readonly registry: Pick<BackendRegistry, 'backends' | 'slots'>;
  },
  name: string,
): void {
  credentials.forget(name);
  const units = registry.slots().flatMap(({ unit }) => unit.subBackends);
  for (const backend of [...registry.backends(), ...units]) backend.keyChanged?.(name);
}
