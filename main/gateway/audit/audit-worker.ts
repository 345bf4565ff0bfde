// The audit's own thread: SQLite and the tokenizer work here, never in the way of a call.
import { parentPort, workerData } from 'node:worker_threads';
import { AuditStore } from './audit-store.ts';
import { countTokens } from './count-tokens.ts';
import type { Retention } from './retention.ts';
import type { WorkerMethods, WorkerReply, WorkerRequest, WorkerStart } from './worker-protocol.ts';

const pruneEveryMs = 60_000;

const port = parentPort;
if (port === null) throw new Error('audit-worker runs as a worker thread only');
const reply = (message: WorkerReply): void => {
  port.postMessage(message);
};

const { folder, leftovers } = workerData as WorkerStart;
const store = new AuditStore(folder, (notice) => {
  reply({ notice });
});
store.ingestLeftovers(leftovers);

let retention: Retention | undefined;
let isPruning = false;
let isClosed = false;

// A chunk at a time, so that requests come in between.
const pruneSome = (): void => {
  isPruning = false;
  if (isClosed || retention === undefined) return;
  try {
    if (store.prune(retention, Date.now())) pruneSoon();
    else store.checkpoint();
  } catch (error) {
    reply({ notice: `Old audit records could not be deleted: ${text(error)}` });
  }
};
const pruneSoon = (): void => {
  if (isPruning) return;
  isPruning = true;
  setImmediate(pruneSome);
};
const timer = setInterval(pruneSoon, pruneEveryMs);

const methods: WorkerMethods = {
  ingest: ({ file, fills }) => {
    store.ingest(file ?? '', fills);
    return null;
  },
  query: (query) => store.query(query),
  counters: (query) => store.counters(query),
  policyCounts: (query) => store.policyCounts(query),
  size: () => store.size(),
  savedDays: (query) => store.savedDays(query),
  tokens: (texts) => texts.map(countTokens),
  retain: (wanted) => {
    retention = wanted;
    pruneSoon();
    return null;
  },
  close: () => {
    isClosed = true;
    clearInterval(timer);
    store.close();
    return null;
  },
};

port.on('message', ({ id, method, input }: WorkerRequest) => {
  try {
    // Both ends are of one build; the protocol's types say what each method takes.
    const value = methods[method](input as never);
    reply({ id, ok: true, value });
  } catch (error) {
    reply({ id, ok: false, reason: text(error) });
  }
  if (method === 'close') port.close();
});

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
