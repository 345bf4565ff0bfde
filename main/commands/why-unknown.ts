import { disabledUnits, problemsOf } from '../config/ask-config.ts';
import { ConfigStore, type EffectiveConfig } from '../config/config-store.ts';
import { formatProblem, type Problem } from '../config/problem.ts';
import { listExamples } from '../services/example-units.ts';
import type { CommandWorld } from './command-world.ts';
import { glueFaults } from './units/load-glue.ts';
import { withParts } from './with-parts.ts';

/**
 * Why there is no tool of this name now, and how to get it back; undefined when nothing of the user's explains it.
 * For the user at the keyboard, who may see every unit: the gateway tells a client none of this.
 */
export async function whyUnknown(world: CommandWorld, tool: string): Promise<string | undefined> {
  const { paths, env, shipped } = world;
  const { current } = await ConfigStore.open(paths, env);
  const isOf = ({ name }: { readonly name: string }): boolean => tool.startsWith(`${name}_`);
  const unit = current.units.find(isOf);
  if (unit !== undefined) return whyNoUnit(world, current, unit);
  const broken = current.brokenUnits.find(isOf);
  if (broken !== undefined) return notLoaded(broken.name, broken.problems);
  const backend = current.backends.find(isOf);
  if (backend !== undefined) return whyNoBackend(world, backend.name);
  const example = (await listExamples(shipped.units, paths.unitsFolder)).find(isOf);
  if (example !== undefined)
    return `Unit "${example.name}" ships with ToolMesh and is not in use; switch it on with: toolmesh units enable ${example.name}`;
  const [unread] = problemsOf(current, paths.backendsFile);
  return unread === undefined ? undefined : formatProblem(unread);
}

async function whyNoUnit(
  world: CommandWorld,
  config: EffectiveConfig,
  unit: EffectiveConfig['units'][number],
): Promise<string | undefined> {
  const { name } = unit;
  if (disabledUnits(config).includes(name))
    return `Unit "${name}" is switched off; switch it on with: toolmesh units enable ${name}`;
  return notLoaded(name, (await glueFaults(world, config, [unit])).get(name) ?? []);
}

function notLoaded(name: string, [first]: readonly Problem[]): string | undefined {
  return first && `Unit "${name}" cannot be loaded: ${formatProblem(first)}`;
}

/** Undefined when it answers: then the name is a slip, and the gateway has named the nearest one. */
function whyNoBackend(world: CommandWorld, name: string): Promise<string | undefined> {
  return withParts(world, async ({ registry, scrubber }) => {
    await registry.allAttempts();
    const state = registry
      .backends()
      .find((backend) => backend.name === name)
      ?.state();
    return state?.kind === 'down' ? scrubber.text(state.reason) : undefined;
  });
}
