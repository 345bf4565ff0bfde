import { z } from 'zod';
import { approvalDecision, type ApprovalServices } from '../contract/approval-services.ts';
import { auditQuery, counterQuery, policyCountQuery } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { credentialName } from '../contract/credential-services.ts';
import type { AnswerTimeView } from '../contract/backend-services.ts';
import type { LoginServices } from '../contract/login-services.ts';
import { toolSelection, type QuarantineServices } from '../contract/quarantine-services.ts';
import { controlMethod, type ControlMethods } from '../endpoint/serve-control.ts';
import { approvalWatch } from './approval-watch.ts';

export interface ControlledServices {
  readonly audit: AuditServices;
  readonly quarantine: QuarantineServices;
  readonly logins: LoginServices;
  readonly approvals: ApprovalServices;
  readonly answerTimes: () => readonly AnswerTimeView[];
  readonly setPaused: (paused: boolean) => void;
  /** Ends the whole process, after this answer is on its way. */
  readonly stop: () => void;
  /** A command has set, renamed or removed a credential. */
  readonly keyChanged: (name: string) => void;
}

const decided = z.strictObject({ id: z.string(), decision: approvalDecision });

/** What commands may ask of a running gateway. Whoever reaches the socket is its user. */
export function controlMethods({
  audit,
  quarantine,
  approvals,
  logins,
  answerTimes,
  setPaused,
  stop,
  keyChanged,
}: ControlledServices): ControlMethods {
  const watching = approvalWatch(approvals);
  return {
    'audit.query': controlMethod(auditQuery, (query) => audit.queryAudit(query)),
    'audit.counters': controlMethod(counterQuery, (query) => audit.auditCounters(query)),
    'audit.size': controlMethod(z.unknown(), () => audit.auditSize()),
    'audit.policies': controlMethod(policyCountQuery, (query) => audit.policyCounts(query)),
    'approvals.list': controlMethod(z.unknown(), () => approvals.approvals()),
    'approvals.watch': controlMethod(z.unknown(), watching),
    'approvals.decide': controlMethod(decided, ({ id, decision }) =>
      approvals.decide(id, decision, 'the command line'),
    ),
    'gateway.pause': controlMethod(z.boolean(), (paused) => {
      setPaused(paused);
    }),
    // The process too is told: whoever asked can wait until it is gone and the data folder is free.
    'gateway.stop': controlMethod(z.unknown(), () => {
      setImmediate(stop);
      return { pid: process.pid };
    }),
    'credentials.changed': controlMethod(credentialName, (name) => {
      keyChanged(name);
    }),
    'backends.times': controlMethod(z.unknown(), answerTimes),
    'backends.changes': controlMethod(z.unknown(), () => quarantine.toolChanges()),
    'backends.approve': controlMethod(toolSelection, (tools) => quarantine.approveTools(tools)),
    'backends.login': controlMethod(z.string(), (name) => logins.logInBackend(name)),
    'backends.hold': controlMethod(toolSelection, (tools) => quarantine.holdTools(tools)),
  };
}
