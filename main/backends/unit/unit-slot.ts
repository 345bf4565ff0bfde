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
  #isOver = false;
  /** Settles when no version that was let go has a running call. */
  #ended: Promise<void> = Promise.resolve();
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
    if (this.#plan !== plan || this.#isOver) {
      this.#drop(candidate);
      return;
    }
    if (isWorse(candidate.unit, before.unit)) {
      this.#rejected = candidate.unit.problems();
      this.#drop(candidate);
      before.unit.expose(expose);
      return;
    }
    this.#rejected = [];
    this.#stop();
    this.#version = candidate;
    this.#stop = this.#follow(candidate.unit);
    this.#letGo(before, candidate);
    this.#changed.emit(undefined);
  }

  /** The unit is gone; its running calls may end. */
  retire(): void {
    this.#isOver = true;
    this.#stop();
    this.#letGo(this.#version);
  }

  async close(): Promise<void> {
    this.#isOver = true;
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

  /** A version that never was in force: what it shares with the one that is goes on. */
  #drop(candidate: Version): void {
    void candidate.unit.close();
    closeBackends(candidate, this.#version);
  }

  /**
   * Between two of its private calls a running call uses no backend, and needs it all the same: so do the
   * calls of versions before this one.
   */
  #letGo(version: Version, kept?: Version): void {
    void version.unit.close();
    this.#ended = Promise.all([this.#ended, version.unit.idle()]).then(() => {
      closeBackends(version, kept);
    });
  }

  #follow(unit: SandboxedUnit): Unsubscribe {
    return unit.onChange(() => {
      this.#changed.emit(undefined);
    });
  }
}

/** Closes what of a version no other uses. */
function closeBackends({ subBackends }: Version, kept?: Version): void {
  for (const { backend } of subBackends) {
    if (kept?.unit.subBackends.includes(backend) !== true) void backend.retire(retireMs);
  }
}

/** A broken edit keeps what ran; glue that never was right loses only the tools that are wrong. */
function isWorse(candidate: SandboxedUnit, current: SandboxedUnit): boolean {
  if (candidate.state().kind === 'down') return true;
  const wasRight = current.state().kind === 'ready' && current.problems().length === 0;
  return wasRight && candidate.problems().length > 0;
}
