import type { AuditDetailView, AuditFilter } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';

const pageSize = 1000;

/** Every record the filter finds, oldest first, a page at a time: whoever reads slowly slows the reading. */
export async function* auditPages(
  audit: Pick<AuditServices, 'queryAudit'>,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditDetailView[]> {
  let after: { ts: number; seq: number } | undefined;
  do {
    const page = await audit.queryAudit({
      ...filter,
      limit: pageSize,
      order: 'oldest',
      ...(after && { after }),
    });
    if (page.records.length > 0) yield page.records;
    after = page.next;
  } while (after !== undefined);
}
