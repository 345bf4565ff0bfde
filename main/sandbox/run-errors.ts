/** The words for every way a run can fail. */
import { GatewayError } from '../platform/gateway-error.ts';
import type { LimitCode, ThrownFacts } from './protocol.ts';
import type { SandboxJob, SandboxLimits } from './sandbox.ts';
import { countOf } from '../platform/count-of.ts';

type LimitedJob = Pick<SandboxJob, 'label' | 'limits' | 'limitSettings'>;

const sizes = [
  { bytes: 1024 * 1024, unit: 'MB' },
  { bytes: 1024, unit: 'KB' },
] as const;

function bytesText(bytes: number): string {
  const size = sizes.find((known) => bytes >= known.bytes && bytes % known.bytes === 0);
  if (size !== undefined) return `${bytes / size.bytes} ${size.unit}`;
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes} bytes`;
}

const secondsText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

interface LimitFacts {
  readonly limit: keyof SandboxLimits;
  readonly exceeded: string;
  readonly instead: string;
}

function limitFacts(code: LimitCode, limits: SandboxLimits): LimitFacts {
  switch (code) {
    case 'limit-time':
      return {
        limit: 'timeoutMs',
        exceeded: `ran longer than its limit of ${secondsText(limits.timeoutMs)} and was stopped`,
        instead: 'do less at a time',
      };
    case 'limit-memory':
      return {
        limit: 'memoryMb',
        exceeded: `used more than its limit of ${limits.memoryMb} MB of memory and was stopped`,
        instead: 'keep less data at a time',
      };
    case 'limit-calls':
      return {
        limit: 'calls',
        exceeded: `made more than its limit of ${limits.calls} tool calls and was stopped`,
        instead: 'ask for more with each call',
      };
    case 'limit-result':
      return {
        limit: 'resultBytes',
        exceeded: `returned more than its limit of ${bytesText(limits.resultBytes)}`,
        instead: 'return less, for example a summary or one page',
      };
  }
}

const consoleData = (lines: readonly string[]): { console?: readonly string[] } =>
  lines.length === 0 ? {} : { console: lines };

export function limitError(
  { label, limits, limitSettings = {} }: LimitedJob,
  code: LimitCode,
  lines: readonly string[],
): GatewayError {
  const { limit, exceeded, instead } = limitFacts(code, limits);
  const setting = limitSettings[limit];
  const raise = setting === undefined ? '' : `, or raise ${setting}`;
  return new GatewayError(code, `${label} ${exceeded}; ${instead}${raise}`, {
    data: { limit: limits[limit], ...consoleData(lines) },
  });
}

export function stuckError({ label, limits }: LimitedJob, lines: readonly string[]): GatewayError {
  const because = `waits for a promise that nothing can settle any more; it was stopped before its limit of ${secondsText(limits.timeoutMs)}, look for a promise whose resolve is never called`;
  return new GatewayError('limit-time', `${label} ${because}`, {
    data: { limit: limits.timeoutMs, ...consoleData(lines) },
  });
}

export function tooDeepError(
  label: string,
  limits: SandboxLimits,
  levels: number,
  lines: readonly string[],
): GatewayError {
  const because = `returned a value nested deeper than ${levels} levels; return a flatter one`;
  return new GatewayError('limit-result', `${label} ${because}`, {
    data: { limit: levels, resultBytes: limits.resultBytes, ...consoleData(lines) },
  });
}

export function thrownError(facts: ThrownFacts, lines: readonly string[]): GatewayError {
  const { message, ...data } = facts;
  return new GatewayError('glue-error', message, { data: { ...data, ...consoleData(lines) } });
}

export function restartedError(
  label: string,
  calls: number,
  lines: readonly string[],
): GatewayError {
  const lost =
    calls === 0
      ? 'twice in a row; try again'
      : `after ${countOf(calls, 'tool call')}; check what was done so far, then try again`;
  return new GatewayError('sandbox-restarted', `${label} lost its sandbox ${lost}`, {
    data: { calls, ...consoleData(lines) },
  });
}

export function cancelledError(label: string, lines: readonly string[]): GatewayError {
  return new GatewayError('cancelled', `${label} was cancelled by the client`, {
    data: consoleData(lines),
  });
}

export function unavailableError(label: string, reason: string): GatewayError {
  return new GatewayError(
    'internal',
    `${label} could not run: the sandbox host does not start (${reason}); reinstall ToolMesh, or run npm ci in a source tree`,
  );
}
