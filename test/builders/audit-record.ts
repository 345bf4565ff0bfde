import type { AuditRecord } from '../../main/gateway/audit/audit-record.ts';

/** A client's successful call of a unit's tool. */
export function auditRecord(fields: Partial<AuditRecord> = {}): AuditRecord {
  const id = fields.id ?? 'call-1';
  return {
    id,
    traceId: id,
    parentId: null,
    ts: 1_700_000_000_000,
    durationMs: 12.5,
    user: 'anna',
    client: 'claude-desktop',
    clientInfo: 'Claude Desktop 1.2.3',
    callerClass: 'standard',
    kind: 'tool',
    backend: 'netdata',
    tool: 'metric',
    exposedAs: 'netdata_metric',
    access: 'read',
    params: '{"name":"cpu"}',
    status: 'success',
    errorCode: null,
    decidedBy: 'standard.read',
    bytesIn: 14,
    bytesOut: 812,
    tokensOut: null,
    subCalls: 2,
    subBytes: 12_228,
    subTokens: null,
    metaRemoved: [],
    modifications: [],
    console: '',
    ...fields,
  };
}
