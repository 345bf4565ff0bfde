import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { AuditFilter } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { auditPages } from './audit-pages.ts';
import { csvHeader, csvLine } from './audit-csv.ts';

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
    for await (const records of auditPages(audit, filter)) {
      count += records.length;
      const text = records.map((record) => `${line(record)}\n`).join('');
      // A disk that is slow slows us, and nothing piles up.
      if (!stream.write(text)) await once(stream, 'drain');
    }
  } finally {
    stream.end();
  }
  await finished(stream);
  return count;
}
