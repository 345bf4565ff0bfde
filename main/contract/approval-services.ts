// Calls that wait for a person: what the tray and the window show, and how they answer.
import { z } from 'zod';

export const approvalView = z.strictObject({
  id: z.string(),
  /** Canonical name. */
  tool: z.string(),
  access: z.string(),
  /** What the tool says it does, without secrets; empty when it says nothing. */
  description: z.string(),
  client: z.string(),
  callerClass: z.string(),
  user: z.string(),
  /** Indented JSON of the arguments, without secrets. */
  args: z.string(),
  /** Epoch milliseconds. */
  askedAt: z.number(),
  /** When no answer becomes a denial. */
  expiresAt: z.number(),
});
export type ApprovalView = z.infer<typeof approvalView>;

export const approvalDecision = z.enum(['once', 'session', 'deny']);
export type ApprovalDecision = z.infer<typeof approvalDecision>;

export interface ApprovalServices {
  approvals(): readonly ApprovalView[];
  /** `where` goes into the audit: `the window`, `the tray`. False when it was decided or timed out before. */
  decide(id: string, decision: ApprovalDecision, where: string): boolean;
  /** Requests came or went; returns the unsubscribe. */
  onApprovalsChange(listener: () => void): () => void;
  /** Somebody can show requests from now on, until the returned function is called. Without it calls are denied. */
  attend(): () => void;
}
