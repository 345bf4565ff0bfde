import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { AuditFilter } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { csvHeader, csvLine } from './audit-csv.ts';

const pageSize = 1000;

/** Writes every record the filter finds, oldest first; resolves with how many. */
export async function exportAudit(
  audit: Pick<AuditServices, 'queryAudit'>,
  file: string,
  format: 'jsonl' | 'csv',
  filter: AuditFilter,
): Promise<number> {
  const stream = createWriteStream(file, { mode: 0o600 });
  const line = format === 'csv' ? csvLine : JSON.stringify;
  let count = 0;
  try {
    await once(stream, 'open');
    if (format === 'csv') stream.write(`${csvHeader}\n`);
    let after: { ts: number; seq: number } | undefined;
    do {
      const page = await audit.queryAudit({
        ...filter,
        limit: pageSize,
        order: 'oldest',
        ...(after && { after }),
      });
      count += page.records.length;
      const text = page.records.map((record) => `${line(record)}\n`).join('');
      // A disk that is slow slows us, and nothing piles up.
      if (text !== '' && !stream.write(text)) await once(stream, 'drain');
      after = page.next;
    } while (after !== undefined);
  } finally {
    stream.end();
  }
  await finished(stream);
  return count;
}
