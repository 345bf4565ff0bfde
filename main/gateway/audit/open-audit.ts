import { Worker } from 'node:worker_threads';
import type { Logger } from '../../platform/logger.ts';
import { AuditLog } from './audit-log.ts';
import type { WorkerStart } from './worker-protocol.ts';
import { Journal, leftoverSegments } from './journal.ts';

/** The audit of this data folder. Only the owner of the gateway's socket may open it. */
export function openAudit(folder: string, workerScript: string, logger: Logger): AuditLog {
  const journal = new Journal(folder, Date.now);
  // Named here and not found by the thread: by the time it looks, one of ours is open, and a segment that
  // is taken while it is written loses the rest (38 answered calls of 755 in the test that kills gateways).
  const workerData: WorkerStart = { folder, leftovers: leftoverSegments(folder) };
  return new AuditLog(journal, new Worker(workerScript, { workerData }), logger);
}
