import type { AuditPageView, AuditQuery, CounterQuery, CounterView } from './audit-query.ts';

/** What the window and the commands ask of the audit. */
export interface AuditServices {
  /** Everything written before the question is in the answer. */
  queryAudit(query: AuditQuery): Promise<AuditPageView>;
  auditCounters(query: CounterQuery): Promise<readonly CounterView[]>;
}
