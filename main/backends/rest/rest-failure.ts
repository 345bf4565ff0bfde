import type { CallResult } from '../backend.ts';

export interface FailureFacts {
  readonly httpStatus?: number | undefined;
  readonly providerCode?: string | undefined;
  /** Added to the text, not part of what the service said. */
  readonly note?: string | undefined;
}

/** A tool's own failure: what the service answered, or why it was not asked. Becomes a result, never leaks a secret. */
export class RestFailure extends Error {
  /** Semantic: `not_found`, `rate_limited`, `invalid_input`, or what the file's `errors.map` says. */
  readonly code: string;
  readonly facts: FailureFacts;

  constructor(code: string, message: string, facts: FailureFacts = {}) {
    super(message);
    this.name = 'RestFailure';
    this.code = code;
    this.facts = facts;
  }

  withNote(note: string): RestFailure {
    return new RestFailure(this.code, this.message, { ...this.facts, note });
  }

  toResult(scrub: (text: string) => string): CallResult {
    const { httpStatus, providerCode, note } = this.facts;
    const message = scrub(this.message);
    const status = httpStatus === undefined ? '' : `HTTP ${httpStatus}: `;
    const provider = providerCode === undefined ? '' : ` (provider_code=${scrub(providerCode)})`;
    const text = `Error: [${this.code}] ${status}${message}${provider}${note === undefined ? '' : `; ${note}`}`;
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: {
        code: this.code,
        ...(httpStatus !== undefined && { http_status: httpStatus }),
        message,
        ...(providerCode !== undefined && { provider_code: scrub(providerCode) }),
      },
    };
  }
}

/** The caller's arguments are at fault; nothing was sent. */
export function invalidInput(message: string): RestFailure {
  return new RestFailure('invalid_input', message, { httpStatus: 400 });
}
