// From all tools to the list of one client. Pure: the same input gives the same bytes. Names and shapes
// come from everything there is, so they never flip with a filter or a state; what is in the schemas and
// texts comes from what is visible, so nothing hidden leaks.
import { toWireName, assignNames } from './wire-names.ts';
import { flatTool } from './flat-tool.ts';
import { discriminatorOf } from './group/discriminator.ts';
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

/** Where a listed name leads, and where it would lead if everything were visible. */
export type SurfaceRoute =
  | { readonly kind: 'atomic'; readonly name: string; readonly action: Action }
  | {
      readonly kind: 'group';
      readonly name: string;
      readonly namespace: string;
      readonly discriminator: string;
      readonly actions: readonly Action[];
    };

/** What one connection sees, and what its names mean. */
export interface Surface {
  /** Exactly what tools/list answers. */
  readonly tools: readonly ListedTool[];
  readonly diagnostics: readonly Diagnostic[];
  readonly exposition: Exposition;
  readonly state: string | undefined;
  readonly routes: ReadonlyMap<string, SurfaceRoute>;
  readonly routeOfAction: ReadonlyMap<string, SurfaceRoute>;
  readonly actions: ReadonlyMap<string, Action>;
  readonly namespaces: ReadonlyMap<string, readonly Action[]>;
  /** Passes the filters; may still be closed in this state. */
  readonly isVisible: (action: Action) => boolean;
  /** Visible, and the state lets it run. */
  readonly isOpen: (action: Action) => boolean;
  /** The surface this connection had before the last switch; its names keep routing. */
  readonly previous?: Surface | undefined;
}

/** Throws `config-invalid` for bad configuration and nothing else: a bad tool is left out and reported. */
export function compile(
  registry: readonly ExposedTool[],
  options: ExpositionOptions = {},
  filter?: TagFilter | readonly TagFilter[] | null,
  state?: string,
  memo: SurfaceMemo = new SurfaceMemo(),
): Surface {
  const exposition = parseExposition(options);
  const filters = (isList(filter) ? filter : [filter]).map(parseFilter);
  const { actions, diagnostics } = toActions(registry, exposition.keepRefs, memo.read);
  const namespaces = byNamespace(actions);
  memo.begin(exposition);
  const isVisible = visibility(actions, exposition, filters);
  const isOpen = (action: Action): boolean =>
    (action.tool.states?.includes(state ?? '') ?? true) && isVisible(action);
  const { routes, found } = assignRoutes(actions, namespaces, exposition, memo);
  const listed: ListedTool[] = [];
  const notes = [...diagnostics, ...filterDiagnostics(filters), ...found];
  for (const route of routes) {
    const all = route.kind === 'atomic' ? [route.action] : route.actions;
    const visible = all.filter(isOpen);
    if (visible.length === 0) continue;
    listed.push(memo.listed(route.name, visible, () => list(route, visible, exposition)));
  }
  // Made for the first call that needs them; a list alone does not.
  const routeOfAction = once(() => routesByAction(routes));
  const byId = once(() => new Map(actions.map((action) => [action.id, action])));
  const byName = once(() => new Map(routes.map((route) => [route.name, route])));
  return {
    tools: listed,
    diagnostics: notes,
    exposition,
    state,
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
  for (const route of routes)
    for (const { id } of route.kind === 'atomic' ? [route.action] : route.actions)
      routeOf.set(id, route);
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

function byNamespace(actions: readonly Action[]): ReadonlyMap<string, readonly Action[]> {
  const namespaces = new Map<string, Action[]>();
  for (const action of actions) {
    const known = namespaces.get(action.namespace);
    if (known === undefined) namespaces.set(action.namespace, [action]);
    else known.push(action);
  }
  return namespaces;
}

/** Routes of everything there is, in the order of first appearance. */
function assignRoutes(
  actions: readonly Action[],
  namespaces: ReadonlyMap<string, readonly Action[]>,
  exposition: Exposition,
  memo: SurfaceMemo,
): { readonly routes: readonly SurfaceRoute[]; readonly found: readonly Diagnostic[] } {
  const drafts: { readonly raw: string; readonly id: string; readonly action: Action }[] = [];
  const isGrouped = new Map<string, boolean>();
  for (const action of actions) {
    const { namespace, id } = action;
    const members = namespaces.get(namespace) ?? [];
    const seen = isGrouped.get(namespace);
    if (seen === true) continue;
    isGrouped.set(namespace, isGroup(members, exposition));
    if (isGrouped.get(namespace) === true) drafts.push({ raw: namespace, id: namespace, action });
    else drafts.push({ raw: flatName(action, members, exposition), id, action });
  }
  const { names, diagnostics } = memo.names(drafts, () => assignNames(drafts, exposition));
  const found = [...diagnostics];
  const routes = drafts.map(({ action }, index): SurfaceRoute => {
    const name = names[index] ?? '';
    const { namespace } = action;
    if (isGrouped.get(namespace) !== true) return { kind: 'atomic', name, action };
    const members = namespaces.get(namespace) ?? [];
    const discriminator = discriminatorOf(namespace, members, exposition);
    found.push(...discriminator.diagnostics);
    return { kind: 'group', name, namespace, discriminator: discriminator.name, actions: members };
  });
  return { routes, found };
}

function isGroup(members: readonly Action[], { strategy, minActions }: Exposition): boolean {
  return strategy === 'grouped' && !isBare(members) && members.length >= minActions;
}

/** A namespace that is one tool without a name of its own below it. */
function isBare(members: readonly Action[]): boolean {
  return members.length === 1 && members[0]?.action === 'default';
}

function flatName(action: Action, members: readonly Action[], { separator }: Exposition): string {
  return isBare(members) ? action.namespace : `${action.namespace}${separator}${action.action}`;
}

/** The name an action would have as a tool of its own, before clashes are settled. */
export function flatNameOf(surface: Surface, action: Action): string {
  const raw = flatName(action, surface.namespaces.get(action.namespace) ?? [], surface.exposition);
  return toWireName({ raw, id: action.id }, surface.exposition);
}

function isList<T>(value: T | readonly T[] | null | undefined): value is readonly T[] {
  return Array.isArray(value);
}
