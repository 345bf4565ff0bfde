import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Backend } from '../../backends/backend.ts';
import { SandboxedUnit } from '../../backends/unit/unit-backend.ts';
import { loadConfig } from '../../config/load-config.ts';
import { loadUnit, type UnitDefinition } from '../../config/load-unit.ts';
import type { Problem } from '../../config/problem.ts';
import { unitLimits } from '../../config/unit-limits.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { pathExists } from '../../platform/path-exists.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
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
  const { name, files, backends, expose } = loaded.unit;
  const { node, script } = shipped.sandboxHost;
  const sandbox = createSandbox({
    nodePath: node,
    hostScript: script,
    logger: { log: () => undefined },
  });
  const { limits, limitSettings } = unitLimits((await loadConfig(paths, env)).settings, env, name);
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
  return { definition: loaded.unit, unit, close: () => sandbox.close() };
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
