import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { AuditRecord, TokenFill } from './audit/audit-record.ts';
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

export interface SavingsOptions {
  /** Off the calls' thread; undefined when the tokenizer is too far behind. */
  readonly countTokens: (text: string) => Promise<number | undefined>;
  /** Told once a record's tokens are known. */
  readonly onTokens: (fill: TokenFill) => void;
}

type Tokens = Promise<number | undefined>;

interface Children {
  readonly tokens: Tokens[];
  /** Whether there were private ones: only those are what a unit folds away. */
  hasPrivate: boolean;
}

/**
 * What units saved since the start: what their private calls returned against what they answered. Sizes
 * are known at once; tokens are counted by the tokenizer off the calls' thread and arrive a little later.
 */
export class Savings implements Pick<CallObserver, 'answered'> {
  readonly #options: SavingsOptions;
  readonly #byTool = new Map<string, SavedByTool>();
  readonly #changed = new Emitter<undefined>();
  readonly #tell = coalesce(() => {
    this.#changed.emit(undefined);
  }, tellMs);
  /** Answers that calls which still run have got, by the record that made them. */
  readonly #children = new Map<string, Children>();

  constructor(options: SavingsOptions) {
    this.#options = options;
  }

  answered(record: AuditRecord, json: string | undefined): void {
    const children = this.#children.get(record.id);
    this.#children.delete(record.id);
    if (json === undefined) return;
    const tokens = this.#countTokens(json);
    if (record.parentId !== null) this.#addChild(record.parentId, tokens, record.kind === 'api');
    // A failed call saved nothing; only answers the model could use count.
    const isSaving = record.kind === 'tool' && children?.hasPrivate === true;
    if (isSaving) {
      this.#add(record, {
        ...nothing,
        calls: 1,
        subCalls: record.subCalls,
        rawBytes: record.subBytes,
        returnedBytes: record.bytesOut,
      });
    }
    void this.#settle(record, tokens, children?.tokens ?? [], isSaving);
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

  async #settle(
    record: AuditRecord,
    own: Tokens,
    children: readonly Tokens[],
    isSaving: boolean,
  ): Promise<void> {
    const returnedTokens = await own;
    const counted = await Promise.all(children);
    if (returnedTokens === undefined) return;
    const rawTokens = counted.reduce<number>((total, tokens) => total + (tokens ?? 0), 0);
    const isWhole = children.length > 0 && !counted.includes(undefined);
    const subTokens = isWhole ? rawTokens : null;
    this.#options.onTokens({ id: record.id, tokensOut: returnedTokens, subTokens });
    if (isSaving && isWhole) this.#add(record, { ...nothing, rawTokens, returnedTokens });
  }

  // The audit's thread is gone at the end of the app; sizes stand without tokens.
  #countTokens(json: string): Tokens {
    return this.#options.countTokens(json).catch(() => undefined);
  }

  #addChild(parentId: string, tokens: Tokens, isPrivate: boolean): void {
    const children = this.#children.get(parentId) ?? { tokens: [], hasPrivate: false };
    children.tokens.push(tokens);
    children.hasPrivate ||= isPrivate;
    this.#children.set(parentId, children);
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
