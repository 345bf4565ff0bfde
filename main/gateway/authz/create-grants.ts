import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Grants } from './grants.ts';
import { OpenFgaGrants } from './openfga-grants.ts';

type Settings =
  | { readonly mode: 'bypass' }
  | {
      readonly mode: 'restrict';
      readonly apiUrl: string;
      readonly storeId: string;
      readonly cacheMs: number;
    }
  | { readonly mode: 'restrict'; readonly reason: string };

/** The grants the settings ask for; undefined for bypass. Settings that make no sense grant nothing. */
export function createGrants(settings: Settings, logger: Logger): Grants | undefined {
  if (settings.mode === 'bypass') return undefined;
  if ('reason' in settings) return grantNothing(settings.reason);
  return new OpenFgaGrants({ ...settings, logger, now: () => performance.now() });
}

function grantNothing(reason: string): Grants {
  const problem = `Authorization is misconfigured, so every call is denied: ${reason}`;
  return {
    require: (_user, { tool }) =>
      Promise.reject(
        new GatewayError('access-denied', `"${tool}" cannot be authorized: ${reason}`, {
          data: { tool, decidedBy: 'openfga' },
        }),
      ),
    permitted: () => Promise.resolve(new Set()),
    problem: () => problem,
  };
}
