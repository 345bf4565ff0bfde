import type { Worker } from 'node:worker_threads';
import { coalesce, Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AuditRecord } from './audit-record.ts';
import type { Journal } from './journal.ts';
import type { WorkerBody, WorkerReply } from './worker-protocol.ts';

// Records reach the database this much later at most; the window reads live ones from memory.
const handOverMs = 200;

/** Keeps records: at once in the journal, soon in the database, live for whoever listens. */
export class AuditLog {
  readonly #journal: Journal;
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #waiting = new Map<number, (reply: WorkerReply) => void>();
  readonly #records = new Emitter<AuditRecord>();
  readonly #handOver = coalesce(() => void this.flush(), handOverMs);
  #nextId = 0;
  #closed = false;

  constructor(journal: Journal, worker: Worker, logger: Logger) {
    this.#journal = journal;
    this.#worker = worker;
    this.#logger = logger;
    worker.on('message', (reply: WorkerReply) => {
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => {
      this.#fail(
        `The audit database stopped (${error.message}); records stay in the journal until the next start`,
      );
    });
    worker.on('exit', () => {
      this.#fail('The audit database is closed');
    });
    worker.unref();
  }

  /**
   * Returns when the record would survive the process. A disk that is full must not stop the user's
   * calls: the failure is logged as an error and shown, and the call goes on.
   */
  write(record: AuditRecord): void {
    try {
      this.#journal.append(record);
    } catch (error) {
      this.#logger.log('error', `An audit record could not be written: ${String(error)}`);
    }
    this.#records.emit(record);
    this.#handOver();
  }

  onRecord(listener: (record: AuditRecord) => void): Unsubscribe {
    return this.#records.on(listener);
  }

  /** The newest `limit` records, newest last. */
  async recent(limit: number): Promise<readonly AuditRecord[]> {
    await this.flush();
    return (await this.#ask({ kind: 'recent', limit })).records ?? [];
  }

  /** Tokens of a text by the o200k tokenizer, counted off the calls' thread. */
  async countTokens(text: string): Promise<number> {
    return (await this.#ask({ kind: 'count', text })).tokens ?? 0;
  }

  /** Hands what is in the journal to the database and waits for it. */
  async flush(): Promise<void> {
    const file = this.#journal.rotate();
    if (file === undefined) return;
    await this.#ask({ kind: 'ingest', file }).catch((error: unknown) => {
      this.#logger.log('error', `Audit records wait in ${file}: ${String(error)}`);
    });
  }

  async close(): Promise<void> {
    this.#handOver.cancel();
    await this.flush();
    await this.#ask({ kind: 'close' }).catch(() => undefined);
    this.#closed = true;
  }

  #ask(body: WorkerBody): Promise<Extract<WorkerReply, { ok: true }>> {
    if (this.#closed) return Promise.reject(new GatewayError('internal', 'The audit is closed'));
    const id = (this.#nextId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => {
        if (reply.ok) resolve(reply);
        else reject(new GatewayError('internal', reply.reason));
      });
      // The thread keeps the process alive only while somebody waits for it.
      this.#worker.ref();
      this.#worker.postMessage({ ...body, id });
    });
  }

  #fail(reason: string): void {
    if (!this.#closed && this.#waiting.size > 0) this.#logger.log('error', reason);
    this.#closed = true;
    for (const [id, settle] of this.#waiting) settle({ id, ok: false, reason });
    this.#waiting.clear();
  }
}
