import type {
  AuditFilter,
  AuditPageView,
  AuditQuery,
  AuditSizeView,
  CounterQuery,
  CounterView,
  PolicyCountQuery,
  PolicyCountView,
} from './audit-query.ts';

/** What the window and the commands ask of the audit. */
export interface AuditServices {
  /** Everything written before the question is in the answer. */
  queryAudit(query: AuditQuery): Promise<AuditPageView>;
  auditCounters(query: CounterQuery): Promise<readonly CounterView[]>;
  /** How often policies decided; only of calls that left a record. */
  policyCounts(query: PolicyCountQuery): Promise<readonly PolicyCountView[]>;
  auditSize(): Promise<AuditSizeView>;
}

export interface ExportServices {
  /** Writes all records that match into a file, oldest first; resolves with how many. */
  exportAudit(file: string, format: 'jsonl' | 'csv', filter: AuditFilter): Promise<number>;
}
