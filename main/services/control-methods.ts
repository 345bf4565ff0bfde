import { auditQuery, counterQuery } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { controlMethod, type ControlMethods } from '../endpoint/serve-control.ts';

export interface ControlledServices {
  readonly audit: AuditServices;
}

/** What commands may ask of a running gateway. Whoever reaches the socket is its user. */
export function controlMethods({ audit }: ControlledServices): ControlMethods {
  return {
    'audit.query': controlMethod(auditQuery, (query) => audit.queryAudit(query)),
    'audit.counters': controlMethod(counterQuery, (query) => audit.auditCounters(query)),
  };
}
