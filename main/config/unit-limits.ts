import { limitFrom } from './environment-limits.ts';
import type { Environment } from './paths.ts';
import type { Settings } from './schema/settings.ts';

interface EffectiveLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly calls: number;
  readonly resultBytes: number;
}

/** Where a limit is set; one that is at its most, or beyond what clients take, has no place. */
type LimitPlaces = { readonly [Limit in keyof EffectiveLimits]?: string | undefined };

const standard = { timeout_s: 120, memory_mb: 128, api_calls: 20_000, depth: 16, result_mb: 10 };
type LimitKey = keyof typeof standard;

/** Up to which a greater value lets a call do more. Clients take no answer above 10 MB. */
const most = { timeout_s: 3600, memory_mb: 2048, api_calls: 1_000_000, result_mb: 10 };

/** The unit's own limits over those of the environment over those of `"*"` over the standard ones. */
export function unitLimits(
  settings: Settings | undefined,
  env: Environment,
  unit: string,
): {
  readonly limits: EffectiveLimits;
  readonly limitSettings: LimitPlaces;
  readonly depth: number;
} {
  const own = settings?.units.limits[unit];
  const all = settings?.units.limits['*'];
  const inEnvironment: { readonly [Key in LimitKey]?: number | undefined } = {
    timeout_s: limitFrom(env, 'TOOLMESH_EXEC_TIMEOUT'),
  };
  const limit = (key: LimitKey): number =>
    own?.[key] ?? inEnvironment[key] ?? all?.[key] ?? standard[key];
  const place = (key: keyof typeof most): string | undefined =>
    limit(key) < most[key] ? `units.limits.${unit}.${key} in settings.yaml` : undefined;
  return {
    limits: {
      timeoutMs: limit('timeout_s') * 1000,
      memoryMb: limit('memory_mb'),
      calls: limit('api_calls'),
      resultBytes: limit('result_mb') * 1_000_000,
    },
    limitSettings: {
      timeoutMs: place('timeout_s'),
      memoryMb: place('memory_mb'),
      calls: place('api_calls'),
      resultBytes: place('result_mb'),
    },
    depth: limit('depth'),
  };
}
