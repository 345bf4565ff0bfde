import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { AuditRecord } from './audit/audit-record.ts';
import type { CallObserver } from './call-tool.ts';

export interface Saved {
  readonly calls: number;
  readonly subCalls: number;
  readonly rawBytes: number;
  readonly returnedBytes: number;
  readonly rawTokens: number;
  readonly returnedTokens: number;
}

export interface SavedByTool extends Saved {
  readonly unit: string;
  readonly tool: string;
}

const nothing: Saved = {
  calls: 0,
  subCalls: 0,
  rawBytes: 0,
  returnedBytes: 0,
  rawTokens: 0,
  returnedTokens: 0,
};
const tellMs = 200;

/**
 * What units saved since the start: what their private calls returned against what they answered. Sizes
 * are known at once; tokens are counted by the tokenizer off the calls' thread and arrive a little later.
 */
export class Savings implements CallObserver {
  readonly #countTokens: (text: string) => Promise<number>;
  readonly #byTool = new Map<string, SavedByTool>();
  readonly #changed = new Emitter<undefined>();
  readonly #tell = coalesce(() => {
    this.#changed.emit(undefined);
  }, tellMs);
  /** Private answers of calls that still run, by the record that made them. */
  readonly #pending = new Map<string, string[]>();

  constructor(countTokens: (text: string) => Promise<number>) {
    this.#countTokens = countTokens;
  }

  answered(record: AuditRecord, json: string | undefined): void {
    if (record.kind === 'api') {
      if (record.parentId === null || json === undefined) return;
      const waiting = this.#pending.get(record.parentId);
      if (waiting === undefined) this.#pending.set(record.parentId, [json]);
      else waiting.push(json);
      return;
    }
    const raw = this.#pending.get(record.id);
    this.#pending.delete(record.id);
    // A failed call saved nothing; only answers the model could use count.
    if (raw === undefined || json === undefined || record.kind !== 'tool') return;
    this.#add(record, {
      ...nothing,
      calls: 1,
      subCalls: record.subCalls,
      rawBytes: record.subBytes,
      returnedBytes: record.bytesOut,
    });
    void this.#count(record, raw, json);
  }

  total(): Saved {
    return [...this.#byTool.values()].reduce<Saved>(sum, nothing);
  }

  byTool(): readonly SavedByTool[] {
    return [...this.#byTool.values()];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async #count(record: AuditRecord, raw: readonly string[], json: string): Promise<void> {
    try {
      const [rawTokens, returnedTokens] = await Promise.all([
        this.#countTokens(raw.join('\n')),
        this.#countTokens(json),
      ]);
      this.#add(record, { ...nothing, rawTokens, returnedTokens });
    } catch {
      // The audit's thread is gone at the end of the app; sizes stand without tokens.
    }
  }

  #add({ backend, tool }: AuditRecord, more: Saved): void {
    const key = `${backend}\n${tool}`;
    const before = this.#byTool.get(key) ?? nothing;
    this.#byTool.set(key, { unit: backend, tool, ...sum(before, more) });
    this.#tell();
  }
}

function sum(a: Saved, b: Saved): Saved {
  return {
    calls: a.calls + b.calls,
    subCalls: a.subCalls + b.subCalls,
    rawBytes: a.rawBytes + b.rawBytes,
    returnedBytes: a.returnedBytes + b.returnedBytes,
    rawTokens: a.rawTokens + b.rawTokens,
    returnedTokens: a.returnedTokens + b.returnedTokens,
  };
}
