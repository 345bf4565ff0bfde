import type { Settings } from './schema/settings.ts';

export interface EffectiveLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly calls: number;
  readonly resultBytes: number;
  readonly depth: number;
}

const standard = { timeout_s: 120, memory_mb: 128, api_calls: 20_000, depth: 16, result_mb: 10 };

/** The unit's own limits over those of `"*"` over the standard ones. */
export function unitLimits(settings: Settings | undefined, unit: string): EffectiveLimits {
  const own = settings?.units.limits[unit];
  const all = settings?.units.limits['*'];
  const limit = (key: keyof typeof standard): number => own?.[key] ?? all?.[key] ?? standard[key];
  return {
    timeoutMs: limit('timeout_s') * 1000,
    memoryMb: limit('memory_mb'),
    calls: limit('api_calls'),
    resultBytes: limit('result_mb') * 1_000_000,
    depth: limit('depth'),
  };
}
