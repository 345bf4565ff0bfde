import { limitFrom, type LimitVariable } from './environment-limits.ts';
import type { Environment } from './paths.ts';
import type { Settings } from './schema/settings.ts';

interface CodeLimits {
  readonly calls: number;
  readonly timeoutMs: number;
  /** Where each of them is set; one that is at its most has no place. */
  readonly limitSettings: {
    readonly calls: string | undefined;
    readonly timeoutMs: string | undefined;
  };
}

/** Limits of a script: the environment's over those of settings.yaml over the standard ones. */
export function codeLimits(settings: Settings | undefined, env: Environment): CodeLimits {
  const { max_calls, timeout_s } = settings?.code ?? { max_calls: 50, timeout_s: 120 };
  const calls = limit(env, 'TOOLMESH_CODE_MAX_CALLS', 10_000, 'code.max_calls', max_calls);
  const seconds = limit(env, 'TOOLMESH_CODE_TIMEOUT', 3600, 'code.timeout_s', timeout_s);
  return {
    calls: calls.value,
    timeoutMs: seconds.value * 1000,
    limitSettings: { calls: calls.place, timeoutMs: seconds.place },
  };
}

function limit(
  env: Environment,
  variable: LimitVariable,
  most: number,
  key: string,
  value: number,
): { readonly value: number; readonly place: string | undefined } {
  const found = limitFrom(env, variable);
  const place = found === undefined ? `${key} in settings.yaml` : `${variable} in the environment`;
  return { value: found ?? value, place: (found ?? value) < most ? place : undefined };
}
