import type { CallResult } from '../../backends/backend.ts';
import type { Route } from '../route.ts';

/**
 * What of a result may leave. From a unit only the `_meta` branches it declares; a passthrough backend's
 * stay as they are. Returns the same object when nothing has to go: results are not copied for nothing.
 */
export function gateOutput(
  route: Route,
  result: CallResult,
): { readonly result: CallResult; readonly removed: readonly string[] } {
  const { unit } = route;
  const meta = result._meta;
  if (unit === undefined || meta === undefined) return { result, removed: [] };
  const removed = Object.keys(meta).filter((branch) => !unit.metaSignals.includes(branch));
  if (removed.length === 0) return { result, removed };
  const kept = Object.entries(meta).filter(([branch]) => !removed.includes(branch));
  const { _meta, ...rest } = result;
  return {
    result: kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) },
    removed,
  };
}
