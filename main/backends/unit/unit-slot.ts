import { isDeepStrictEqual } from 'node:util';
import type { BackendEntry } from '../../config/schema/backend-entry.ts';
import { Emitter, type Unsubscribe } from '../../platform/emitter.ts';
import type { LimitSettings, Sandbox, SandboxLimits, SourceFile } from '../../sandbox/sandbox.ts';
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
  readonly limitSettings?: LimitSettings | undefined;
}

/** One version of a unit with the private backends it uses. */
interface Version {
  readonly unit: SandboxedUnit;
  readonly subBackends: readonly {
    readonly entry: BackendEntry;
    readonly backend: OwnedBackend;
  }[];
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
  #version: Version;
  #rejected: readonly GlueProblem[] = [];
  #stop: Unsubscribe;

  constructor(plan: UnitPlan, world: BackendWorld, sandbox: Sandbox) {
    this.#world = world;
    this.#sandbox = sandbox;
    this.#plan = plan;
    this.#version = this.#create(plan, []);
    this.#stop = this.#follow(this.#version.unit);
  }

  get unit(): SandboxedUnit {
    return this.#version.unit;
  }

  /** Problems of the running version, or of a newer one that was not taken. */
  problems(): readonly GlueProblem[] {
    return this.#rejected.length > 0 ? this.#rejected : this.#version.unit.problems();
  }

  /** Settles when every private backend has made its first attempt to connect. */
  async firstAttempts(): Promise<void> {
    await Promise.all(this.#version.subBackends.map(({ backend }) => backend.firstAttempt));
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async update(plan: UnitPlan): Promise<void> {
    if (isDeepStrictEqual(plan, this.#plan)) return;
    const { expose: _shown, ...known } = this.#plan;
    const { expose, ...wanted } = plan;
    this.#plan = plan;
    if (isDeepStrictEqual(known, wanted)) {
      this.#version.unit.expose(expose);
      return;
    }
    const before = this.#version;
    const candidate = this.#create(plan, before.subBackends);
    await candidate.unit.described;
    if (this.#plan !== plan) {
      letGo(candidate, this.#version);
      return;
    }
    if (isWorse(candidate.unit, before.unit)) {
      this.#rejected = candidate.unit.problems();
      letGo(candidate, before);
      before.unit.expose(expose);
      return;
    }
    this.#rejected = [];
    this.#stop();
    this.#version = candidate;
    this.#stop = this.#follow(candidate.unit);
    letGo(before, candidate);
    this.#changed.emit(undefined);
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#version.unit.close();
    await Promise.all(this.#version.subBackends.map(({ backend }) => backend.close()));
  }

  #create(plan: UnitPlan, running: Version['subBackends']): Version {
    const subBackends = plan.backends.map((entry) => {
      const same = running.find((old) => isDeepStrictEqual(old.entry, entry));
      if (same !== undefined) return same;
      const old = running.find((other) => other.entry.name === entry.name);
      return { entry, backend: replaceBackend(old?.backend, entry, this.#world) };
    });
    const backends = subBackends.map(({ backend }) => backend);
    const unit = new SandboxedUnit({ ...plan, subBackends: backends, sandbox: this.#sandbox });
    return { unit, subBackends };
  }

  #follow(unit: SandboxedUnit): Unsubscribe {
    return unit.onChange(() => {
      this.#changed.emit(undefined);
    });
  }
}

/** Closes a version that is not taken, or no longer; what `kept` uses too goes on. */
function letGo({ unit, subBackends }: Version, kept: Version): void {
  void unit.close();
  for (const { backend } of subBackends) {
    if (!kept.unit.subBackends.includes(backend)) void backend.retire(retireMs);
  }
}

/** A broken edit keeps what ran; glue that never was right loses only the tools that are wrong. */
function isWorse(candidate: SandboxedUnit, current: SandboxedUnit): boolean {
  if (candidate.state().kind === 'down') return true;
  const wasRight = current.state().kind === 'ready' && current.problems().length === 0;
  return wasRight && candidate.problems().length > 0;
}
