import { Emitter, type Unsubscribe } from '../platform/emitter.ts';
import { loadConfig, type BrokenUnit, type Config } from './load-config.ts';
import type { PolicyFile } from './load-policies.ts';
import type { UnitDefinition } from './load-unit.ts';
import type { Environment, Paths } from './paths.ts';
import type { Problem } from './problem.ts';
import type { BackendEntry } from './schema/backend-entry.ts';
import type { CallerClassesFile, Settings } from './schema/settings.ts';
import { watchConfig } from './watch-config.ts';

/** What is in force: the newest good version of every part. */
export interface EffectiveConfig {
  /** Undefined when settings.yaml was never readable. */
  readonly settings: Settings | undefined;
  readonly callerClasses: CallerClassesFile | undefined;
  readonly backends: readonly BackendEntry[];
  readonly units: readonly UnitDefinition[];
  /** Broken units of which no good version was ever seen. */
  readonly brokenUnits: readonly BrokenUnit[];
  /** In the order they run. A broken one is among them only if it never was good. */
  readonly policies: readonly PolicyFile[];
  /** Problems of what is on the disk now, by what they are about. */
  readonly fileProblems: readonly Problem[];
  readonly unitProblems: ReadonlyMap<string, readonly Problem[]>;
}

/** Holds the configuration and follows the files. A file that became invalid keeps its last good version. */
export class ConfigStore {
  readonly #paths: Paths;
  readonly #env: Environment;
  readonly #changed = new Emitter<EffectiveConfig>();
  #current: EffectiveConfig;
  #stop: Unsubscribe | undefined;
  #lastReading = 0;
  #inForce = 0;

  private constructor(paths: Paths, env: Environment, first: EffectiveConfig) {
    this.#paths = paths;
    this.#env = env;
    this.#current = first;
  }

  static async open(paths: Paths, env: Environment): Promise<ConfigStore> {
    return new ConfigStore(paths, env, merge(await loadConfig(paths, env), undefined));
  }

  get current(): EffectiveConfig {
    return this.#current;
  }

  onChange(listener: (config: EffectiveConfig) => void): Unsubscribe {
    return this.#changed.on(listener);
  }

  watch(): void {
    this.#stop ??= watchConfig(this.#paths, () => void this.reload());
  }

  async reload(): Promise<void> {
    const reading = (this.#lastReading += 1);
    const config = await loadConfig(this.#paths, this.#env);
    // One that began later has seen newer files, however long each took.
    if (reading < this.#inForce) return;
    this.#inForce = reading;
    this.#current = merge(config, this.#current);
    this.#changed.emit(this.#current);
  }

  close(): void {
    this.#stop?.();
  }
}

function merge(now: Config, before: EffectiveConfig | undefined): EffectiveConfig {
  // Broken now, good before: the good version goes on under its own name or its folder's.
  const rescued = (before?.units ?? []).filter(
    (unit) =>
      now.brokenUnits.some((broken) => broken.folder === unit.folder) &&
      !now.units.some((good) => good.name === unit.name),
  );
  const isRescued = (broken: BrokenUnit): boolean =>
    rescued.some((unit) => unit.folder === broken.folder);
  return {
    settings: now.settings ?? before?.settings,
    callerClasses: now.callerClasses ?? before?.callerClasses,
    backends: now.backends ?? before?.backends ?? [],
    units: [...now.units, ...rescued].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    brokenUnits: now.brokenUnits.filter((broken) => !isRescued(broken)),
    policies: now.policies.map((policy) =>
      policy.broken === undefined ? policy : (goodBefore(policy, before) ?? policy),
    ),
    fileProblems: now.problems,
    unitProblems: new Map(now.brokenUnits.map((broken) => [broken.folder, broken.problems])),
  };
}

function goodBefore(
  { name }: PolicyFile,
  before: EffectiveConfig | undefined,
): PolicyFile | undefined {
  return before?.policies.find((known) => known.name === name && known.broken === undefined);
}
