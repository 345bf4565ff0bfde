import type {
  AuditQuery,
  AuditSizeView,
  CounterQuery,
  CounterView,
  PolicyCountQuery,
  PolicyCountView,
} from '../../contract/audit-query.ts';
import type { SavedDayView } from '../../contract/savings-services.ts';
import type { TokenFill } from './audit-record.ts';
import type { AuditPage } from './query-audit.ts';
import type { Retention } from './retention.ts';
import type { SavedDaysQuery } from './saved-days.ts';

export interface WorkerStart {
  readonly folder: string;
  /** Segments of earlier runs. */
  readonly leftovers: readonly string[];
}

/** What the audit's thread is asked, and the value it answers with. */
export interface WorkerMethods {
  ingest(request: {
    readonly file?: string | undefined;
    readonly fills: readonly TokenFill[];
  }): null;
  query(query: AuditQuery): AuditPage;
  counters(query: CounterQuery): readonly CounterView[];
  policyCounts(query: PolicyCountQuery): readonly PolicyCountView[];
  size(): AuditSizeView;
  savedDays(query: SavedDaysQuery): readonly SavedDayView[];
  tokens(texts: readonly string[]): readonly number[];
  retain(retention: Retention): null;
  close(): null;
}

export type WorkerMethod = keyof WorkerMethods;

export interface WorkerRequest {
  readonly id: number;
  readonly method: WorkerMethod;
  readonly input: unknown;
}

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly reason: string }
  /** Something a person should know, like a repair. */
  | { readonly notice: string };
