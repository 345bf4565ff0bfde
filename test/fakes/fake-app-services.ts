// A gateway that only remembers: what the window does to it shows in its views at once.
import type { AppServices } from '../../main/contract/app-services.ts';
import type {
  AuditView,
  ExampleView,
  GatewayView,
  RunningView,
  SavingsView,
  UnitView,
} from '../../main/contract/views.ts';
import { GatewayError } from '../../main/platform/gateway-error.ts';
import { gatewayView, savingsView, unitView } from '../builders/views.ts';

export interface FakeState {
  gateway: GatewayView;
  units: readonly UnitView[];
  examples: readonly ExampleView[];
  audit: readonly AuditView[];
  running: readonly RunningView[];
  savings: SavingsView;
}

export class FakeAppServices implements AppServices {
  readonly state: FakeState;
  readonly #gatewayListeners = new Set<() => void>();
  readonly #unitsListeners = new Set<() => void>();
  readonly #auditListeners = new Set<(rows: readonly AuditView[]) => void>();
  readonly #runningListeners = new Set<() => void>();

  constructor(state: Partial<FakeState> = {}) {
    this.state = {
      gateway: gatewayView(),
      units: [unitView()],
      examples: [],
      audit: [],
      running: [],
      savings: savingsView(),
      ...state,
    };
  }

  gateway(): GatewayView {
    return this.state.gateway;
  }

  setPaused(paused: boolean): void {
    this.state.gateway = { ...this.state.gateway, state: paused ? 'paused' : 'running' };
    for (const listener of this.#gatewayListeners) listener();
  }

  units(): readonly UnitView[] {
    return this.state.units;
  }

  examples(): Promise<readonly ExampleView[]> {
    return Promise.resolve(this.state.examples);
  }

  addExample(name: string): Promise<void> {
    this.state.examples = this.state.examples.filter((example) => example.name !== name);
    this.changeUnits([...this.state.units, unitView({ name })]);
    return Promise.resolve();
  }

  setUnitEnabled(unit: string, enabled: boolean): Promise<void> {
    this.changeUnits(
      this.state.units.map((known) =>
        known.name === unit
          ? { ...known, state: enabled ? 'on' : 'off', line: enabled ? '5 tools' : 'off' }
          : known,
      ),
    );
    return Promise.resolve();
  }

  setPromoted(unit: string, tool: string, promoted: boolean): Promise<void> {
    const known = this.state.units.find(({ name }) => name === unit);
    if (known === undefined) {
      const problem = `Unit "${unit}" does not exist; reload the list`;
      return Promise.reject(new GatewayError('config-invalid', problem));
    }
    const tools = known.tools.map((each) => (each.name === tool ? { ...each, promoted } : each));
    this.changeUnits(this.state.units.map((each) => (each === known ? { ...each, tools } : each)));
    return Promise.resolve();
  }

  unitFolder(unit: string): string | undefined {
    return this.state.units.find(({ name }) => name === unit)?.folder;
  }

  recentAudit(limit: number): Promise<readonly AuditView[]> {
    return Promise.resolve(this.state.audit.slice(-limit));
  }

  runningCalls(): readonly RunningView[] {
    return this.state.running;
  }

  savings(): SavingsView {
    return this.state.savings;
  }

  onGatewayChange(listener: () => void): () => void {
    return subscribe(this.#gatewayListeners, listener);
  }

  onUnitsChange(listener: () => void): () => void {
    return subscribe(this.#unitsListeners, listener);
  }

  onAudit(listener: (rows: readonly AuditView[]) => void): () => void {
    return subscribe(this.#auditListeners, listener);
  }

  onRunningChange(listener: () => void): () => void {
    return subscribe(this.#runningListeners, listener);
  }

  changeRunning(running: readonly RunningView[]): void {
    this.state.running = running;
    for (const listener of this.#runningListeners) listener();
  }

  /** What happens when files on disk change. */
  changeUnits(units: readonly UnitView[]): void {
    this.state.units = units;
    for (const listener of this.#unitsListeners) listener();
  }

  changeGateway(gateway: GatewayView): void {
    this.state.gateway = gateway;
    for (const listener of this.#gatewayListeners) listener();
  }

  /** What happens when a client calls. */
  appendAudit(rows: readonly AuditView[]): void {
    this.state.audit = [...this.state.audit, ...rows];
    for (const listener of this.#auditListeners) listener(rows);
  }

  get listenerCount(): number {
    const nouns = [this.#gatewayListeners, this.#unitsListeners, this.#auditListeners];
    return [...nouns, this.#runningListeners].reduce((sum, { size }) => sum + size, 0);
  }
}

export function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
