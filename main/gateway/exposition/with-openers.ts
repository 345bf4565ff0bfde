import { GatewayError } from '../../platform/gateway-error.ts';
import type { ClientSurface } from './client-surface.ts';
import type { DispatchError } from './dispatch/dispatch-error.ts';

/** A closed tool's refusal, with the calls that would open it, in this client's names. */
export function withOpeners(thrown: unknown, surface: ClientSurface): unknown {
  if (!(thrown instanceof GatewayError)) return thrown;
  const refusal = thrown.data['dispatch'] as DispatchError['meta'] | undefined;
  const { unit, states } = refusal ?? {};
  if (states === undefined) return thrown;
  // What is hidden or closed itself is no way on.
  const openedBy = surface.open
    .filter(({ backend, tool }) => backend.name === unit && states.includes(tool.transition ?? ''))
    .flatMap((entry) => surface.callOf(entry) ?? []);
  return new GatewayError(thrown.code, thrown.message, {
    data: { ...thrown.data, dispatch: { ...refusal, openedBy } },
  });
}
