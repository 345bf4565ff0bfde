// Flat and grouped: every tool has a name in the list, alone or as an action of a group.
import type { ClientStrategy } from '../../config/schema/exposition-section.ts';
import type { Route } from '../route.ts';
import { toFinding, type ClientSurface, type Finding } from './client-surface.ts';
import { withPrevious, type Surface } from './compile.ts';
import { dispatch } from './dispatch/dispatch.ts';
import type { CheckArguments } from './dispatch/explain-issues.ts';
import { actionIdOf, type ExposedTools } from './exposed-tools.ts';
import type { JsonObject } from './model.ts';
import { once } from './once.ts';
import { listedName, suggestNext } from './suggest-next.ts';
import { toRoute } from './to-route.ts';
import type { ToolEntry, ToolRegistry } from './tool-registry.ts';

export interface NamedWorld {
  /** What this client may see. */
  readonly registry: ToolRegistry;
  /** What of it is open in the connection's state. */
  readonly open: readonly ToolEntry[];
  readonly exposed: ExposedTools;
  readonly check: CheckArguments;
  /** The tools of code mode over what this client may see. */
  readonly builtIns: () => readonly Route[];
}

export function namedSurface(
  key: string,
  strategy: ClientStrategy,
  surface: Surface,
  world: NamedWorld,
): ClientSurface {
  const canonical = (name: string): Route | undefined => {
    const entry = world.registry.byCanonicalName.get(name);
    return entry && toRoute(entry, world.registry);
  };
  return {
    key,
    strategy,
    tools: surface.tools,
    json: once(() => JSON.stringify(surface.tools)),
    diagnostics: surface.diagnostics,
    open: world.open,
    find: (name, args, previous) => {
      const found = findNamed(surface, name, args, previous, world);
      if (!('error' in found) || !found.isUnknown) return found;
      // Code mode, one switch ago: its promoted names and its own two tools, over what is visible now.
      const old = previous?.canonicalOf(name);
      if (old === undefined) return found;
      const builtIn = world.builtIns().find((route) => route.canonicalName === old);
      const route = builtIn ?? canonical(old);
      return route === undefined ? found : { route, args };
    },
    stepsAfter: (name) => {
      const entry = world.registry.byCanonicalName.get(name);
      const action = entry && surface.actions.get(actionIdOf(entry));
      return action === undefined ? [] : suggestNext(surface, action);
    },
    callOf: (entry) => {
      const action = surface.actions.get(actionIdOf(entry));
      return action && listedName(surface, action);
    },
    canonical,
    canonicalOf: () => undefined,
    compiled: () => surface,
  };
}

/** The call by the names of the surface, else by those of the one before. */
export function findNamed(
  surface: Surface,
  name: string,
  args: JsonObject,
  previous: ClientSurface | undefined,
  { exposed, registry, check }: NamedWorld,
): Finding {
  const both = withPrevious(surface, previous?.compiled());
  const found = dispatch(both, { name, arguments: args }, check);
  if ('error' in found) return toFinding(found.error);
  const { action, arguments: own } = found.call;
  const entry = exposed.entryOf(action.tool);
  if (entry === undefined) throw new Error(`The tool "${action.id}" is in no registry`);
  return { route: toRoute(entry, registry), args: own };
}
