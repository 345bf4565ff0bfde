import type { ApprovalDecision, ApprovalView } from '../../main/contract/approval-services.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';

export interface ApprovalsState {
  /** Oldest first. */
  readonly list: readonly ApprovalView[];
  load(): Promise<void>;
  decide(id: string, decision: ApprovalDecision): Promise<boolean>;
  /** Brings their small window to the front. */
  review(): Promise<null>;
}

export function createApprovalsState(bridge: Bridge): ApprovalsState {
  let list = $state.raw<readonly ApprovalView[]>([]);
  bridge.approvals.onChanged((changed) => {
    list = changed;
  });
  return {
    get list() {
      return list;
    },
    async load() {
      list = await ask(bridge.approvals.list());
    },
    decide: (id, decision) => ask(bridge.approvals.decide({ id, decision })),
    review: () => ask(bridge.approvals.show()),
  };
}
