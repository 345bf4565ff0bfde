// The audit's own thread: SQLite and the tokenizer work here, never in the way of a call.
import { parentPort, workerData } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { AuditStore } from './audit-store.ts';
import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('audit-worker runs as a worker thread only');
const store = new AuditStore((workerData as { folder: string }).folder);
store.ingestLeftovers();

port.on('message', (request: WorkerRequest) => {
  port.postMessage(answer(request));
  if (request.kind === 'close') port.close();
});

function answer(request: WorkerRequest): WorkerReply {
  try {
    switch (request.kind) {
      case 'ingest':
        store.ingest(request.file);
        return { id: request.id, ok: true };
      case 'recent':
        return { id: request.id, ok: true, records: store.recent(request.limit) };
      case 'count':
        return { id: request.id, ok: true, tokens: countTokens(request.text) };
      case 'close':
        store.close();
        return { id: request.id, ok: true };
    }
  } catch (error) {
    return {
      id: request.id,
      ok: false,
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}
