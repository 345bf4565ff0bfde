import type { CallResult } from '../../backends/backend.ts';
import { withoutMeta } from '../policies/apply-steps.ts';
import type { Route } from '../route.ts';

/**
 * What of a result may leave. From a unit only the `_meta` branches it declares; a passthrough backend's
 * stay as they are. Returns the same object when nothing has to go: results are not copied for nothing.
 */
export function gateOutput(
  { unit }: Route,
  result: CallResult,
): { readonly result: CallResult; readonly removed: readonly string[] } {
  if (unit === undefined || result._meta === undefined) return { result, removed: [] };
  const removed = Object.keys(result._meta).filter((name) => !unit.metaSignals.includes(name));
  return { result: removed.length === 0 ? result : withoutMeta(result, removed), removed };
}
