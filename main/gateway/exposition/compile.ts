// From all tools to the list of one client. Pure: the same input gives the same bytes. Names and shapes
// come from everything there is, so they never flip with a filter or a state; what is in the schemas and
// texts comes from what is visible, so nothing hidden leaks.
import { flatName, routeDiagnostics, type Namespaces, type SurfaceRoute } from './assign-routes.ts';
import { flatTool } from './flat-tool.ts';
import { groupedTool } from './group/grouped-tool.ts';
import type {
  Action,
  Diagnostic,
  ExposedTool,
  Exposition,
  ExpositionOptions,
  ListedTool,
  TagFilter,
} from './model.ts';
import { once } from './once.ts';
import { parseExposition } from './parse-exposition.ts';
import { filterDiagnostics, parseFilter, passes } from './parse-filter.ts';
import { SurfaceMemo } from './surface-memo.ts';
import { toActions } from './to-actions.ts';
import { toWireName } from './wire-names.ts';

/** What one connection sees, and what its names mean. */
export interface Surface {
  /** Exactly what tools/list answers. */
  readonly tools: readonly ListedTool[];
  readonly diagnostics: readonly Diagnostic[];
  readonly exposition: Exposition;
  readonly stateOf: (tool: ExposedTool) => string;
  readonly routes: ReadonlyMap<string, SurfaceRoute>;
  readonly routeOfAction: ReadonlyMap<string, SurfaceRoute>;
  readonly actions: ReadonlyMap<string, Action>;
  readonly namespaces: Namespaces;
  /** Passes the filters; may still be closed in this state. */
  readonly isVisible: (action: Action) => boolean;
  /** Visible, and the state lets it run. */
  readonly isOpen: (action: Action) => boolean;
  /** The surface this connection had before the last switch; its names keep routing. */
  readonly previous?: Surface | undefined;
}

/** The connection's state, or of each tool the one that counts for it. */
export type State = string | ((tool: ExposedTool) => string);

/** Throws `config-invalid` for bad configuration and nothing else: a bad tool is left out and reported. */
export function compile(
  registry: readonly ExposedTool[],
  options: ExpositionOptions = {},
  filter?: TagFilter | readonly TagFilter[] | null,
  state: State = '',
  memo: SurfaceMemo = new SurfaceMemo(),
): Surface {
  const exposition = parseExposition(options);
  const filters = (isList(filter) ? filter : [filter]).map(parseFilter);
  const { actions, diagnostics } = toActions(memo.reader.read(registry, exposition.keepRefs));
  const namespaces = byNamespace(actions);
  memo.begin(exposition);
  const isVisible = visibility(actions, exposition, filters);
  const stateOf = typeof state === 'string' ? () => state : state;
  const isOpen = (action: Action): boolean =>
    (action.tool.states?.includes(stateOf(action.tool)) ?? true) && isVisible(action);
  const assigned = memo.routes(actions, namespaces, exposition);
  const { routes } = assigned;
  const listed: ListedTool[] = [];
  for (const route of routes) {
    const open = route.actions.every(isOpen) ? route.actions : route.actions.filter(isOpen);
    if (open.length === 0) continue;
    listed.push(memo.listed(route.name, open, () => list(route, open, exposition)));
  }
  // Made for the first call that needs them; a list alone does not.
  const routeOfAction = once(() => routesByAction(routes));
  const byId = once(() => new Map(actions.map((action) => [action.id, action])));
  const byName = once(() => new Map(routes.map((route) => [route.name, route])));
  return {
    tools: listed,
    diagnostics: [...diagnostics, ...filterDiagnostics(filters), ...routeDiagnostics(assigned)],
    exposition,
    stateOf,
    get routes() {
      return byName();
    },
    get routeOfAction() {
      return routeOfAction();
    },
    get actions() {
      return byId();
    },
    namespaces,
    isVisible,
    isOpen,
  };
}

function routesByAction(routes: readonly SurfaceRoute[]): ReadonlyMap<string, SurfaceRoute> {
  const routeOf = new Map<string, SurfaceRoute>();
  for (const route of routes) for (const { id } of route.actions) routeOf.set(id, route);
  return routeOf;
}

/** The surface with the one this connection had before; only one generation is kept. */
export function withPrevious(surface: Surface, previous: Surface | undefined): Surface {
  if (previous === undefined) return surface;
  const { previous: _older, ...last } = previous;
  return { ...surface, previous: last };
}

function list(route: SurfaceRoute, visible: readonly Action[], exposition: Exposition): ListedTool {
  if (route.kind === 'group') return groupedTool(route, visible, exposition);
  const { action, name } = route;
  const mode = exposition.namespaces.get(action.namespace)?.descriptionMode;
  return flatTool(name, action, mode ?? exposition.description);
}

function visibility(
  actions: readonly Action[],
  exposition: Exposition,
  filters: readonly TagFilter[],
): (action: Action) => boolean {
  if (filters.every((filter) => Object.keys(filter).length === 0)) return () => true;
  const visible = new Set(actions.filter((action) => passes(action, exposition, filters)));
  return (action) => visible.has(action);
}

function byNamespace(actions: readonly Action[]): Namespaces {
  const namespaces = new Map<string, Action[]>();
  for (const action of actions) {
    const known = namespaces.get(action.namespace);
    if (known === undefined) namespaces.set(action.namespace, [action]);
    else known.push(action);
  }
  return namespaces;
}

/** The name an action would have as a tool of its own, before clashes are settled. */
export function flatNameOf(surface: Surface, action: Action): string {
  const raw = flatName(action, surface.namespaces.get(action.namespace) ?? [], surface.exposition);
  return toWireName({ raw, id: action.id }, surface.exposition);
}

function isList<T>(value: T | readonly T[] | null | undefined): value is readonly T[] {
  return Array.isArray(value);
}
