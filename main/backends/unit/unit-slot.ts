import { isDeepStrictEqual } from 'node:util';
import type { BackendEntry } from '../../config/schema/backend-entry.ts';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import type { Sandbox, SandboxLimits, SourceFile } from '../../sandbox/sandbox.ts';
import { replaceBackend, type BackendWorld, type OwnedBackend } from '../create-backend.ts';
import type { GlueProblem } from './declared-tool.ts';
import { SandboxedUnit, type UnitExposure } from './unit-backend.ts';

/** What a unit's files say. */
export interface UnitPlan {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly backends: readonly BackendEntry[];
  readonly expose: UnitExposure;
  readonly limits: SandboxLimits;
}

/** A private backend's running calls may end; then it is closed in any case. */
const retireMs = 120_000;

/**
 * The place of one unit, over all versions of its files. New glue takes over only once it has described
 * itself, so a broken edit leaves the old version running; private backends that did not change go on.
 */
export class UnitSlot {
  readonly #world: BackendWorld;
  readonly #sandbox: Sandbox;
  readonly #changed = new Emitter<undefined>();
  #plan: UnitPlan;
  #current: SandboxedUnit;
  #subBackends: readonly { readonly entry: BackendEntry; readonly backend: OwnedBackend }[] = [];
  #rejected: readonly GlueProblem[] = [];
  #stop: Unsubscribe;

  constructor(plan: UnitPlan, world: BackendWorld, sandbox: Sandbox) {
    this.#world = world;
    this.#sandbox = sandbox;
    this.#plan = plan;
    this.#current = this.#create(plan);
    this.#stop = this.#follow(this.#current);
  }

  get unit(): SandboxedUnit {
    return this.#current;
  }

  /** Problems of the running version, or of a newer one that was not taken. */
  problems(): readonly GlueProblem[] {
    return this.#rejected.length > 0 ? this.#rejected : this.#current.problems();
  }

  /** Settles when every private backend has made its first attempt to connect. */
  async firstAttempts(): Promise<void> {
    await Promise.all(this.#subBackends.map(({ backend }) => backend.firstAttempt));
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async update(plan: UnitPlan): Promise<void> {
    if (isDeepStrictEqual(plan, this.#plan)) return;
    const { expose: _before, ...before } = this.#plan;
    const { expose, ...after } = plan;
    this.#plan = plan;
    if (isDeepStrictEqual(before, after)) {
      this.#current.expose(expose);
      return;
    }
    const old = this.#subBackends;
    const candidate = this.#create(plan);
    await candidate.described;
    if (this.#plan !== plan) return;
    if (isWorse(candidate, this.#current)) {
      void candidate.close();
      this.#rejected = candidate.problems();
      this.#changed.emit(undefined);
      return;
    }
    this.#rejected = [];
    this.#stop();
    void this.#current.close();
    this.#current = candidate;
    this.#stop = this.#follow(candidate);
    for (const { backend } of old) {
      if (!candidate.subBackends.includes(backend)) void backend.retire(retireMs);
    }
    this.#changed.emit(undefined);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#current.close();
    await Promise.all(this.#subBackends.map(({ backend }) => backend.close()));
  }

  #create(plan: UnitPlan): SandboxedUnit {
    this.#subBackends = plan.backends.map((entry) => {
      const same = this.#subBackends.find((old) => isDeepStrictEqual(old.entry, entry));
      if (same !== undefined) return same;
      const old = this.#subBackends.find((other) => other.entry.name === entry.name);
      return { entry, backend: replaceBackend(old?.backend, entry, this.#world) };
    });
    const subBackends = this.#subBackends.map(({ backend }) => backend);
    return new SandboxedUnit({ ...plan, subBackends, sandbox: this.#sandbox });
  }

  #follow(unit: SandboxedUnit): Unsubscribe {
    return unit.onChange(() => {
      this.#changed.emit(undefined);
    });
  }
}

/** A broken edit keeps what ran; glue that never was right loses only the tools that are wrong. */
function isWorse(candidate: SandboxedUnit, current: SandboxedUnit): boolean {
  if (candidate.state().kind === 'down') return true;
  const wasRight = current.state().kind === 'ready' && current.problems().length === 0;
  return wasRight && candidate.problems().length > 0;
}
