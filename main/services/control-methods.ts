import { z } from 'zod';
import { auditQuery, counterQuery } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { toolSelection, type QuarantineServices } from '../contract/quarantine-services.ts';
import { controlMethod, type ControlMethods } from '../endpoint/serve-control.ts';

export interface ControlledServices {
  readonly audit: AuditServices;
  readonly quarantine: QuarantineServices;
}

/** What commands may ask of a running gateway. Whoever reaches the socket is its user. */
export function controlMethods({ audit, quarantine }: ControlledServices): ControlMethods {
  return {
    'audit.query': controlMethod(auditQuery, (query) => audit.queryAudit(query)),
    'audit.counters': controlMethod(counterQuery, (query) => audit.auditCounters(query)),
    'backends.changes': controlMethod(z.unknown(), () => quarantine.toolChanges()),
    'backends.approve': controlMethod(toolSelection, (tools) => quarantine.approveTools(tools)),
    'backends.hold': controlMethod(toolSelection, (tools) => quarantine.holdTools(tools)),
  };
}
