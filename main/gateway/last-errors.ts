import { coalesce, Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import type { AuditRecord } from './audit/audit-record.ts';

/** A failed call of a unit's tool, with what the audit does not keep: the sentence and the place. */
export interface UnitError {
  readonly ts: number;
  readonly tool: string;
  readonly message: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
}

const keptPerUnit = 5;
const tellMs = 200;

/** The newest failures of each unit since the start. */
export class LastErrors {
  readonly #byUnit = new Map<string, readonly UnitError[]>();
  readonly #changed = new Emitter<undefined>();
  readonly #tell = coalesce(() => {
    this.#changed.emit(undefined);
  }, tellMs);

  answered(record: AuditRecord, error: GatewayError | undefined): void {
    // A denial is a decision, not a fault of the unit.
    if (error === undefined || record.kind !== 'tool' || record.status !== 'error') return;
    const { file, line } = error.data;
    const entry: UnitError = {
      ts: record.ts,
      tool: record.tool,
      message: error.message,
      file: typeof file === 'string' ? file : undefined,
      line: typeof line === 'number' ? line : undefined,
    };
    const before = this.#byUnit.get(record.backend) ?? [];
    this.#byUnit.set(record.backend, [entry, ...before].slice(0, keptPerUnit));
    this.#tell();
  }

  /** Newest first. */
  of(unit: string): readonly UnitError[] {
    return this.#byUnit.get(unit) ?? [];
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }
}
