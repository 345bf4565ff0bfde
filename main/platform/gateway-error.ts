import { errorText } from './system-error-text.ts';

/**
 * Every failure the gateway itself reports. Codes are stable: clients, scripts and the audit see them.
 * The message names the thing, what went wrong with the value quoted, and what to do next.
 */
export const errorCodes = [
  'unknown-tool',
  'unknown-resource',
  'unknown-prompt',
  'invalid-arguments',
  'access-denied',
  'paused',
  'cancelled',
  'credential-missing',
  'keychain-unavailable',
  'backend-unreachable',
  'backend-timeout',
  'backend-protocol',
  'backend-error',
  'message-too-large',
  'config-invalid',
  'client-unknown',
  'client-refused',
  'already-running',
  'glue-error',
  'limit-depth',
  'limit-calls',
  'limit-time',
  'limit-memory',
  'limit-result',
  'sandbox-restarted',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export function isErrorCode(text: string): text is ErrorCode {
  return (errorCodes as readonly string[]).includes(text);
}

export interface ErrorFacts {
  /** Facts for programs: backend, tool, file, line, limit. Never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.data = facts.data ?? {};
  }
}

/** Any thrown value as a GatewayError; what is not ours is an internal error that keeps its cause. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  return new GatewayError('internal', errorText(thrown), { cause: thrown });
}
