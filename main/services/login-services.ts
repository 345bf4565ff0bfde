import type { Backend } from '../backends/backend.ts';
import type { BackendRegistry } from '../backends/registry.ts';
import type { LoginServices } from '../contract/login-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';

export function createLoginServices(registry: BackendRegistry): LoginServices {
  return {
    logInBackend: async (name) => {
      const backends = allBackends(registry);
      const backend = backends.find((candidate) => candidate.name === name);
      if (backend?.login !== undefined) return backend.login();
      const hint = nearestHint(
        name,
        backends.flatMap((candidate) => (candidate.login === undefined ? [] : [candidate.name])),
      );
      throw new GatewayError(
        'invalid-arguments',
        backend === undefined
          ? `There is no backend "${name}"${hint}`
          : `Backend "${name}" has no login; its key is set by api_key_env`,
      );
    },
  };
}

/** Those of the units included. */
function allBackends(registry: BackendRegistry): readonly Backend[] {
  return [...registry.backends(), ...registry.slots().flatMap(({ unit }) => unit.subBackends)];
}
