import type { ApprovalServices, ApprovalView } from '../contract/approval-services.ts';

// A command that watches asks twice a second; one that was killed is missed after this.
const leaseMs = 3000;

/** Whoever asks for the waiting calls attends the desk for a moment: a command cannot say goodbye. */
export function approvalWatch(approvals: ApprovalServices): () => readonly ApprovalView[] {
  let leave: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    leave ??= approvals.attend();
    clearTimeout(timer);
    timer = setTimeout(() => {
      leave?.();
      leave = undefined;
    }, leaseMs).unref();
    return approvals.approvals();
  };
}
