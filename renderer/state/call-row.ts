import type { AuditView, RunningView } from '../../main/contract/views.ts';

/** A call as the lists have it: one that still runs stands where its record will stand. */
export interface CallRow extends Omit<AuditView, 'status'> {
  readonly status: AuditView['status'] | 'running';
}

export function runningRow(call: RunningView): CallRow {
  return {
    ...call,
    status: 'running',
    errorCode: null,
    durationMs: 0,
    bytesIn: 0,
    bytesOut: 0,
    subCalls: 0,
    subBytes: 0,
  };
}
