import type { PersonLogin } from '../backends/backend.ts';
import type { BackendRegistry, PlacedBackend } from '../backends/registry.ts';
import type { LoginServices } from '../contract/login-services.ts';
import { LoginNeeded } from '../backends/mcp-http/oauth/login-needed.ts';
import { cutText } from '../platform/cut-text.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';

export function createLoginServices(registry: BackendRegistry): LoginServices {
  return {
    logInBackend: async (name, unit) => {
      await loginOf(registry, name, unit)
        .start()
        .catch((error: unknown) => {
          throw loginFailed(name, error);
        });
    },
    cancelLogin: (name, unit) => {
      loginOf(registry, name, unit).cancel();
    },
  };
}

// A call without a login is told to log in; whoever just tried has to hear something else.
function loginFailed(name: string, error: unknown): unknown {
  if (!(error instanceof LoginNeeded) || error.reason === undefined) return error;
  return new GatewayError(
    error.code,
    `The login to backend "${name}" failed (${cutText(error.reason, 200)}); try again, "toolmesh backends" shows whether it answers`,
    { data: error.data, cause: error },
  );
}

function loginOf(registry: BackendRegistry, asked: string, unit?: string | null): PersonLogin {
  const all = registry.everyBackend();
  const slash = asked.indexOf('/');
  const name = asked.slice(slash + 1);
  const ofUnit = slash > 0 ? asked.slice(0, slash) : unit;
  const named = all.filter(
    (found) => found.backend.name === name && (ofUnit === undefined || found.unit === ofUnit),
  );
  const [found, second] = named.filter(({ backend }) => backend.login !== undefined);
  if (found === undefined) throw noLogin(all, named[0], asked);
  if (second !== undefined)
    throw new GatewayError(
      'invalid-arguments',
      `There is more than one backend "${name}": say ${shownName(found)} or ${shownName(second)}`,
    );
  // The filter above has seen it.
  return found.backend.login as PersonLogin;
}

function noLogin(
  all: readonly PlacedBackend[],
  named: PlacedBackend | undefined,
  asked: string,
): GatewayError {
  const names = all.filter(({ backend }) => backend.login !== undefined).map(shownName);
  return new GatewayError(
    'invalid-arguments',
    named === undefined
      ? `There is no backend "${asked}"${nearestHint(asked, names) || '; "toolmesh backends" lists them'}`
      : `Backend "${asked}" has no login; its key is set by api_key_env`,
  );
}

function shownName({ unit, backend }: PlacedBackend): string {
  return unit === null ? backend.name : `${unit}/${backend.name}`;
}
