import { isDeepStrictEqual } from 'node:util';
import type { BackendEntry } from '../config/schema/backend-entry.ts';
import { Emitter, type Unsubscribe } from '../platform/emitter.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Backend, BackendDirectory } from './backend.ts';
import { replaceBackend, type BackendWorld, type OwnedBackend } from './create-backend.ts';
import { UnitSlot, type UnitPlan } from './unit/unit-slot.ts';

interface Passthrough {
  readonly entry: BackendEntry;
  readonly backend: OwnedBackend;
  readonly stop: Unsubscribe;
}

const retireMs = 120_000;

export interface PlacedBackend {
  readonly unit: string | null;
  readonly backend: Backend;
}

/** Keeps the backends that the configuration asks for; what did not change is not touched. */
export class BackendRegistry implements BackendDirectory {
  readonly #world: BackendWorld;
  readonly #sandbox: Sandbox;
  readonly #changed = new Emitter<undefined>();
  #passthrough: readonly Passthrough[] = [];
  #units = new Map<string, { readonly slot: UnitSlot; readonly stop: Unsubscribe }>();

  constructor(world: BackendWorld, sandbox: Sandbox) {
    this.#world = world;
    this.#sandbox = sandbox;
  }

  apply(entries: readonly BackendEntry[], plans: readonly UnitPlan[]): void {
    this.#applyPassthrough(entries);
    this.#applyUnits(plans);
    this.#changed.emit(undefined);
  }

  backends(): readonly Backend[] {
    return [
      ...this.slots().map((slot) => slot.unit),
      ...this.#passthrough.map(({ backend }) => backend),
    ];
  }

  /** The units' private ones included; `unit` is null for all that are not. */
  everyBackend(): readonly PlacedBackend[] {
    const ofUnits = this.slots().flatMap(({ unit }) =>
      unit.subBackends.map((backend) => ({ unit: unit.name, backend })),
    );
    return [...this.backends().map((backend) => ({ unit: null, backend })), ...ofUnits];
  }

  slots(): readonly UnitSlot[] {
    return [...this.#units.values()].map(({ slot }) => slot);
  }

  onChange(listener: () => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  async unitsLoaded(): Promise<void> {
    await Promise.all(this.slots().map((slot) => slot.unit.described));
  }

  async firstAttempts(): Promise<void> {
    await this.unitsLoaded();
    await Promise.all(this.#passthrough.map(({ backend }) => backend.firstAttempt));
  }

  /** As `firstAttempts`, the units' private backends included. */
  async allAttempts(): Promise<void> {
    await this.firstAttempts();
    await Promise.all(this.slots().map((slot) => slot.firstAttempts()));
  }

  /** The machine was asleep. */
  wake(): void {
    for (const { backend } of this.everyBackend()) backend.wake?.();
  }

  async close(): Promise<void> {
    const slots = this.slots();
    const passthrough = this.#passthrough;
    this.#units = new Map();
    this.#passthrough = [];
    await Promise.all([
      ...slots.map((slot) => slot.close()),
      ...passthrough.map(({ backend }) => backend.close()),
    ]);
  }

  #applyPassthrough(entries: readonly BackendEntry[]): void {
    const before = this.#passthrough;
    this.#passthrough = entries.map((entry) => {
      const same = before.find((old) => isDeepStrictEqual(old.entry, entry));
      if (same !== undefined) return same;
      const old = before.find((other) => other.entry.name === entry.name);
      const backend = replaceBackend(old?.backend, entry, this.#world, 'public');
      if (old?.backend === backend) return { ...old, entry };
      return { entry, backend, stop: this.#follow(backend) };
    });
    for (const old of before) {
      if (this.#passthrough.some(({ backend }) => backend === old.backend)) continue;
      old.stop();
      void old.backend.retire(retireMs);
    }
  }

  #applyUnits(plans: readonly UnitPlan[]): void {
    const before = this.#units;
    this.#units = new Map(
      plans.map((plan) => {
        const old = before.get(plan.name);
        if (old !== undefined) {
          void old.slot.update(plan);
          return [plan.name, old];
        }
        const slot = new UnitSlot(plan, this.#world, this.#sandbox);
        return [plan.name, { slot, stop: this.#follow(slot) }];
      }),
    );
    for (const [name, { slot, stop }] of before) {
      if (this.#units.has(name)) continue;
      stop();
      slot.retire();
    }
  }

  #follow(part: { onChange(listener: () => void): Unsubscribe }): Unsubscribe {
    return part.onChange(() => {
      this.#changed.emit(undefined);
    });
  }
}
