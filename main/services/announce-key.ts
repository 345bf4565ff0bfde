import type { BackendRegistry } from '../backends/registry.ts';
import type { Credentials } from '../gateway/credentials/credentials.ts';

/** A key is another one now, here or in another process: the next request uses it, and nobody holds the old. */
export function announceKey(
  {
    credentials,
    registry,
  }: {
    readonly credentials: Pick<Credentials, 'forget'>;
    readonly registry: Pick<BackendRegistry, 'everyBackend'>;
  },
  name: string,
): void {
  credentials.forget(name);
  for (const { backend } of registry.everyBackend()) backend.keyChanged?.(name);
}
