import type { ApprovalServices } from '../contract/approval-services.ts';
import type { ApprovalDesk } from '../gateway/approvals/approval-desk.ts';

/** The desk as tray and window see it; `user` is who sits in front of them. */
export function createApprovalServices(desk: ApprovalDesk, user: string): ApprovalServices {
  return {
    approvals: () =>
      desk.pending().map(({ caller, ...request }) => ({
        ...request,
        client: caller.client,
        callerClass: caller.callerClass,
        user: caller.user,
      })),
    decide: (id, decision, where) => desk.decide(id, decision, `${user} in ${where}`),
    onApprovalsChange: (listener) => desk.onChange(listener),
    attend: () => desk.attend(),
  };
}
