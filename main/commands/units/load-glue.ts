import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backend } from '../../backends/backend.ts';
import { SandboxedUnit } from '../../backends/unit/unit-backend.ts';
import type { EffectiveConfig } from '../../config/config-store.ts';
import { loadConfig } from '../../config/load-config.ts';
import { loadUnit, type UnitDefinition } from '../../config/load-unit.ts';
import type { Environment } from '../../config/paths.ts';
import type { Problem } from '../../config/problem.ts';
import type { Settings } from '../../config/schema/settings.ts';
import { unitLimits } from '../../config/unit-limits.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { pathExists } from '../../platform/path-exists.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { glueProblems } from '../../services/to-unit-views.ts';
import type { CommandWorld } from '../command-world.ts';

export interface GlueOfFolder {
  readonly definition: UnitDefinition;
  readonly unit: SandboxedUnit;
  close(): Promise<void>;
}

/** A unit's folder, loaded and described as the gateway does it, over backends that `backendOf` stands in for. */
export async function loadGlue(
  world: CommandWorld,
  directory: string,
  backendOf: (name: string) => Backend,
): Promise<GlueOfFolder | { readonly problems: readonly Problem[] }> {
  const { env, paths, shipped } = world;
  const found = await stat(directory).catch(() => undefined);
  if (found === undefined) throw await noFolder(directory, paths.unitsFolder);
  if (!found.isDirectory())
    throw new GatewayError(
      'config-invalid',
      `"${directory}" is a file; name the folder of a unit, such as ${path.dirname(directory)}`,
    );
  const loaded = await loadUnit(path.resolve(directory), env, paths.dadlFolder);
  if ('problems' in loaded) return loaded;
  const { settings } = await loadConfig(paths, env);
  const sandbox = glueSandbox(shipped);
  const unit = await describedUnit(loaded.unit, sandbox, { settings, env }, backendOf);
  return { definition: loaded.unit, unit, close: () => sandbox.close() };
}

function glueSandbox({ sandboxHost }: CommandWorld['shipped']): Sandbox {
  const { node, script } = sandboxHost;
  return createSandbox({
    nodePath: node,
    hostScript: script,
    logger: { log: () => undefined },
  });
}

async function describedUnit(
  { name, files, backends, expose }: UnitDefinition,
  sandbox: Sandbox,
  { settings, env }: { readonly settings: Settings | undefined; readonly env: Environment },
  backendOf: (name: string) => Backend,
): Promise<SandboxedUnit> {
  const { limits, limitSettings } = unitLimits(settings, env, name);
  const unit = new SandboxedUnit({
    name,
    files,
    subBackends: backends.map((entry) => backendOf(entry.name)),
    expose: { promoted: expose.tools, metaSignals: expose.meta_signals, audit: expose.audit },
    sandbox,
    limits,
    limitSettings,
  });
  await unit.described;
  return unit;
}

/** What is wrong with the glue of units whose files can be read, by the unit's name. Their backends are left alone. */
export async function glueFaults(
  { env, shipped }: CommandWorld,
  { settings }: EffectiveConfig,
  units: readonly UnitDefinition[],
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  if (units.length === 0) return new Map();
  const sandbox = glueSandbox(shipped);
  try {
    const found = units.map(async (definition) => {
      const unit = await describedUnit(definition, sandbox, { settings, env }, absentBackend);
      return [definition.name, glueProblems(definition, unit)] as const;
    });
    return new Map(await Promise.all(found));
  } finally {
    await sandbox.close();
  }
}

// The name of a unit in place of its folder is the common slip.
async function noFolder(directory: string, unitsFolder: string): Promise<GatewayError> {
  const own = path.join(unitsFolder, directory);
  const hint = (await pathExists(own)) ? `did you mean ${own}` : `name the folder of a unit`;
  return new GatewayError('config-invalid', `There is no folder "${directory}"; ${hint}`);
}

/** A private backend of which only the name matters. */
export function absentBackend(name: string): Backend {
  return {
    name,
    kind: 'passthrough',
    promoted: [],
    tools: () => [],
    state: () => ({ kind: 'ready' }),
    callTool: () => Promise.reject(new Error(`"${name}" is not there`)),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  };
}
