// How deep calls may lie inside each other. A private call tells its depth to the backend: that may be a
// gateway again, even this one, and a unit that calls itself in this way must come to an end.
import { GatewayError } from '../platform/gateway-error.ts';
import type { CallRecord } from './audit/call-record.ts';

type Meta = Readonly<Record<string, unknown>>;

const depthKey = 'toolmesh/depth';

/** `_meta` of a call made inside `record`. */
export function nestedMeta(record: CallRecord): Meta {
  return { [depthKey]: record.depth + 1 };
}

/** How deep the caller already is; a client that claims a depth only shortens its own way. */
export function depthOf(meta: Meta | undefined): number {
  const depth = meta?.[depthKey];
  return typeof depth === 'number' && Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** `unit` is whose limit it is. */
export function refuseDepth(record: CallRecord, unit: string, most: number): void {
  if (record.depth <= most) return;
  throw new GatewayError(
    'limit-depth',
    `"${record.canonicalName}" would be call ${record.depth} inside another; at most ${most} may be nested (units.limits.${unit}.depth in settings.yaml, up to 64)`,
    { data: { limit: most } },
  );
}
