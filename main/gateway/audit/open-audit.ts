import { Worker } from 'node:worker_threads';
import type { Logger } from '../../platform/logger.ts';
import { AuditLog } from './audit-log.ts';
import { Journal } from './journal.ts';

/** The audit of this data folder. Only the owner of the gateway's socket may open it. */
export function openAudit(folder: string, workerScript: string, logger: Logger): AuditLog {
  const journal = new Journal(folder, Date.now);
  return new AuditLog(journal, new Worker(workerScript, { workerData: { folder } }), logger);
}
