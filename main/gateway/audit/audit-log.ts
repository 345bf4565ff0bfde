import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type {
  AuditQuery,
  AuditSizeView,
  CounterQuery,
  CounterView,
  PolicyCountQuery,
  PolicyCountView,
} from '../../contract/audit-query.ts';
import type { SavedDayView } from '../../contract/savings-services.ts';
import { coalesce, Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AuditRecord, CallCount, TokenFill } from './audit-record.ts';
import type { Journal } from './journal.ts';
import type { AuditPage } from './query-audit.ts';
import type { Retention } from './retention.ts';
import type { SavedDaysQuery } from './saved-days.ts';
import type { WorkerMethod, WorkerMethods, WorkerReply } from './worker-protocol.ts';

type Input<M extends WorkerMethod> = Parameters<WorkerMethods[M]>[0];
type Output<M extends WorkerMethod> = ReturnType<WorkerMethods[M]>;

// Records reach the database this much later at most; the window reads live ones from memory.
const handOverMs = 200;

// Texts that wait for the tokenizer. Above this it is behind, and records matter more than their tokens.
const mostWaitingChars = 64 * 1024 * 1024;

// Waking the thread for each answer cost a call 0.2 ms, and a core that the call itself needs.
const countTokensMs = 50;

interface Uncounted {
  readonly text: string;
  readonly resolve: (tokens: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps records: at once in the journal, soon in the database, live for whoever listens. */
export class AuditLog {
  readonly #journal: Journal;
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #waiting = new Map<number, (reply: Exclude<WorkerReply, { notice: string }>) => void>();
  readonly #records = new Emitter<AuditRecord>();
  readonly #handOver = coalesce(() => void this.flush(), handOverMs);
  readonly #countSoon = coalesce(() => void this.#countWaiting(), countTokensMs);
  #fills: TokenFill[] = [];
  #uncounted: Uncounted[] = [];
  #waitingChars = 0;
  #nextId = 0;
  /** Why nothing can be asked any more. */
  #closed: string | undefined;

  constructor(journal: Journal, worker: Worker, logger: Logger) {
    this.#journal = journal;
    this.#worker = worker;
    this.#logger = logger;
    worker.on('message', (reply: WorkerReply) => {
      if ('notice' in reply) {
        logger.log('warn', reply.notice);
        return;
      }
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
    this.#append(record);
    this.#records.emit(record);
  }

  /** A call whose unit wants no records. */
  count(call: CallCount): void {
    this.#append({ count: call });
  }

  /** Tokens of a record written before. */
  fill(fill: TokenFill): void {
    this.#fills.push(fill);
    this.#handOver();
  }

  onRecord(listener: (record: AuditRecord) => void): Unsubscribe {
    return this.#records.on(listener);
  }

  query(query: AuditQuery): Promise<AuditPage> {
    return this.#askFlushed('query', query);
  }

  counters(query: CounterQuery): Promise<readonly CounterView[]> {
    return this.#askFlushed('counters', query);
  }

  policyCounts(query: PolicyCountQuery): Promise<readonly PolicyCountView[]> {
    return this.#askFlushed('policyCounts', query);
  }

  size(): Promise<AuditSizeView> {
    return this.#askFlushed('size', undefined);
  }

  savedDays(query: SavedDaysQuery): Promise<readonly SavedDayView[]> {
    return this.#askFlushed('savedDays', query);
  }

  /** The newest `limit` records, newest last. */
  async recent(limit: number): Promise<readonly AuditRecord[]> {
    return [...(await this.query({ limit, order: 'newest' })).records].reverse();
  }

  /** Tokens of a text, counted off the calls' thread; undefined when the tokenizer is too far behind. */
  async countTokens(text: string): Promise<number | undefined> {
    if (this.#waitingChars + text.length > mostWaitingChars) return undefined;
    this.#waitingChars += text.length;
    try {
      return await new Promise<number>((resolve, reject) => {
        this.#uncounted.push({ text, resolve, reject });
        this.#countSoon();
      });
    } finally {
      this.#waitingChars -= text.length;
    }
  }

  /** How long and how much is kept; from now on, and at once. */
  retain(retention: Retention): void {
    void this.#ask('retain', retention).catch(() => undefined);
  }

  /** Hands what is in the journal to the database and waits for it. */
  async flush(): Promise<void> {
    const file = this.#journal.rotate();
    const fills = this.#fills;
    this.#fills = [];
    if (file === undefined && fills.length === 0) return;
    await this.#ask('ingest', { file, fills }).catch((error: unknown) => {
      if (file !== undefined)
        this.#logger.log('error', `Audit records wait in ${file}: ${String(error)}`);
    });
  }

  async close(): Promise<void> {
    this.#handOver.cancel();
    this.#countSoon.cancel();
    await this.#countWaiting();
    // Whoever waited for the tokens fills them in first.
    await setImmediate();
    await this.flush();
    await this.#ask('close', undefined).catch(() => undefined);
    this.#closed ??= 'The audit is closed';
  }

  async #countWaiting(): Promise<void> {
    const waiting = this.#uncounted;
    this.#uncounted = [];
    if (waiting.length === 0) return;
    try {
      const counts = await this.#ask(
        'tokens',
        waiting.map(({ text }) => text),
      );
      for (const [index, { resolve }] of waiting.entries()) resolve(counts[index] ?? 0);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  #append(line: AuditRecord | { readonly count: CallCount }): void {
    try {
      this.#journal.append(line);
    } catch (error) {
      this.#logger.log('error', `An audit record could not be written: ${String(error)}`);
    }
    this.#handOver();
  }

  /** Everything written before the question is in the answer. */
  async #askFlushed<M extends WorkerMethod>(method: M, input: Input<M>): Promise<Output<M>> {
    await this.flush();
    return this.#ask(method, input);
  }

  #ask<M extends WorkerMethod>(method: M, input: Input<M>): Promise<Output<M>> {
    if (this.#closed !== undefined)
      return Promise.reject(new GatewayError('internal', this.#closed));
    const id = (this.#nextId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => {
        if (reply.ok) resolve(reply.value as Output<M>);
        else reject(new GatewayError('internal', reply.reason));
      });
      // The thread keeps the process alive only while somebody waits for it.
      this.#worker.ref();
      this.#worker.postMessage({ id, method, input });
    });
  }

  #fail(reason: string): void {
    if (this.#closed === undefined && this.#waiting.size > 0) this.#logger.log('error', reason);
    this.#closed ??= reason;
    for (const [id, settle] of this.#waiting) settle({ id, ok: false, reason });
    this.#waiting.clear();
  }
}
