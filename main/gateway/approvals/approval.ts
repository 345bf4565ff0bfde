import type { Caller } from '../caller.ts';

/** `session`: this client's connection may call the tool until it ends, an hour at most by default. */
export type ApprovalDecision = 'once' | 'session' | 'deny';

/** What a person is asked to decide. */
export interface ApprovalRequest {
  readonly id: string;
  readonly caller: Caller;
  /** Canonical name. */
  readonly tool: string;
  readonly access: string;
  /** What the tool says it does, without secrets; empty when it says nothing. */
  readonly description: string;
  /** Indented JSON of the arguments, redacted. */
  readonly args: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
  /** When no answer becomes a denial. */
  readonly expiresAt: number;
}

export interface ApprovalAnswer {
  readonly allowed: boolean;
  /** For the audit: `approved once by alice in the window`. */
  readonly decidedBy: string;
  /** For the client, after a denial: why. */
  readonly reason: string;
}
