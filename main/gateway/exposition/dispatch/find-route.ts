import type { SurfaceRoute } from '../assign-routes.ts';
import { flatNameOf, type Surface } from '../compile.ts';
import type { Action } from '../model.ts';
import { toWireName } from '../wire-names.ts';
import { dispatchError, type DispatchError } from './dispatch-error.ts';
import { nearest } from './nearest.ts';

export type FoundRoute = SurfaceRoute & { readonly via?: 'previous-surface' };

/** Where the name leads on this surface, else where it led on the one before. */
export function findRoute(surface: Surface, name: string): FoundRoute | undefined {
  const own = surface.routes.get(name);
  if (own !== undefined && hasVisible(surface, own)) return own;
  const before = surface.previous?.routes.get(name);
  const rebound = before && rebind(surface, before);
  if (rebound === undefined || !hasVisible(surface, rebound)) return undefined;
  return { ...rebound, via: 'previous-surface' };
}

// An old name stands for the same actions as they are now: filter, state and schema are today's.
function rebind(surface: Surface, route: SurfaceRoute): SurfaceRoute | undefined {
  if (route.kind === 'atomic') {
    const action = surface.actions.get(route.action.id);
    return action && { ...route, action, actions: [action] };
  }
  const actions = surface.namespaces.get(route.namespace);
  return actions && { ...route, actions };
}

function hasVisible(surface: Surface, route: SurfaceRoute): boolean {
  return route.actions.some(surface.isVisible);
}

/** No tool of that name; a name of another strategy is translated, a mistyped one is guessed. */
export function unknownTool(surface: Surface, name: string): DispatchError {
  const facts = { tool: name };
  const first = `No tool named "${name}" on this connection.`;
  const members = openMembers(surface, name);
  if (members.length > 0) {
    const names = members.map((action) => surface.routeOfAction.get(action.id)?.name ?? '');
    return dispatchError('UNKNOWN_TOOL', [first, `Fix: use one of: ${names.join(', ')}.`], facts);
  }
  for (const route of surface.routes.values()) {
    if (route.kind !== 'group') continue;
    const meant = route.actions.find(
      (action) =>
        surface.isOpen(action) && (action.id === name || flatNameOf(surface, action) === name),
    );
    if (meant === undefined) continue;
    const fix = `Fix: call "${route.name}" with "${route.discriminator}": "${meant.action}".`;
    return dispatchError('UNKNOWN_TOOL', [first, fix], facts);
  }
  const near = nearest(
    name,
    surface.tools.map((tool) => tool.name),
  );
  return dispatchError(
    'UNKNOWN_TOOL',
    [
      first,
      near.length === 0 ? undefined : `Did you mean: ${near.join(', ')}`,
      'Fix: call one of the listed tools; refresh tools/list if your list is old.',
    ],
    facts,
  );
}

/** The open tools of a namespace that is not one tool here. */
function openMembers(surface: Surface, name: string): readonly Action[] {
  for (const [namespace, actions] of surface.namespaces) {
    const wire = toWireName({ raw: namespace, id: namespace }, surface.exposition);
    if (name !== namespace && name !== wire) continue;
    const isGroup = actions.some(
      (action) => surface.routeOfAction.get(action.id)?.kind === 'group',
    );
    if (!isGroup) return actions.filter(surface.isOpen);
  }
  return [];
}
