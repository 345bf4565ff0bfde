import { mkdir } from 'node:fs/promises';
import type { AuditServices } from '../contract/audit-services.ts';
import type { AuditLog } from '../gateway/audit/audit-log.ts';
import { AuditStore } from '../gateway/audit/audit-store.ts';
import { leftoverSegments } from '../gateway/audit/journal.ts';
import type { Logger } from '../platform/logger.ts';

/** The audit of the running gateway. */
export function createAuditServices(audit: AuditLog): AuditServices {
  return {
    queryAudit: (query) => audit.query(query),
    auditCounters: (query) => audit.counters(query),
    policyCounts: (query) => audit.policyCounts(query),
    auditSize: () => audit.size(),
  };
}

/** The same over a data folder that no gateway owns; the caller sees to that, and closes it. */
export async function openAuditServices(
  folder: string,
  logger: Logger,
): Promise<AuditServices & { close(): void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const store = new AuditStore(folder, (notice) => {
    logger.log('warn', notice);
  });
  store.ingestLeftovers(leftoverSegments(folder));
  return {
    queryAudit: (query) => Promise.resolve(store.query(query)),
    auditCounters: (query) => Promise.resolve(store.counters(query)),
    policyCounts: (query) => Promise.resolve(store.policyCounts(query)),
    auditSize: () => Promise.resolve(store.size()),
    close: () => {
      store.close();
    },
  };
}
