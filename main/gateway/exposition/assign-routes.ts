import { discriminatorOf } from './group/discriminator.ts';
import type { Action, Diagnostic, Exposition } from './model.ts';
import { assignNames, type Nameable } from './wire-names.ts';

/** Where a listed name leads, and where it would lead if everything were visible. */
export type SurfaceRoute = AtomicRoute | GroupRoute;

interface AtomicRoute {
  readonly kind: 'atomic';
  readonly name: string;
  readonly action: Action;
  /** Just this one. */
  readonly actions: readonly Action[];
}

export interface GroupRoute {
  readonly kind: 'group';
  readonly name: string;
  readonly namespace: string;
  readonly discriminator: string;
  readonly actions: readonly Action[];
  readonly diagnostics: readonly Diagnostic[];
}

export type Namespaces = ReadonlyMap<string, readonly Action[]>;

/** A route to be: what its name is made of, and its first action by position. */
interface Draft extends Nameable {
  readonly at: number;
  readonly isGroup: boolean;
}

interface Named {
  readonly drafts: readonly Draft[];
  readonly names: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface AssignedRoutes {
  /** In the order of first appearance. */
  readonly routes: readonly SurfaceRoute[];
  readonly actions: readonly Action[];
  readonly named: Named;
}

/** Routes of everything there is; what did not change since `before`, of the same exposition, is taken over. */
export function assignRoutes(
  actions: readonly Action[],
  namespaces: Namespaces,
  exposition: Exposition,
  before?: AssignedRoutes,
): AssignedRoutes {
  // Names and groups follow from the ids alone.
  const isKept = before !== undefined && hasSameIds(before.actions, actions);
  const named = isKept ? before.named : nameAll(actions, namespaces, exposition);
  const routes = named.drafts.map(({ at, isGroup }, index): SurfaceRoute => {
    const last = isKept ? before.routes[index] : undefined;
    const action = actions[at] as Action;
    const name = named.names[index] ?? '';
    if (!isGroup)
      return last?.actions[0] === action
        ? last
        : { kind: 'atomic', name, action, actions: [action] };
    const members = namespaces.get(action.namespace) ?? [];
    return last !== undefined && isSameList(last.actions, members)
      ? last
      : toGroup(name, action.namespace, members, exposition);
  });
  return { routes, actions, named };
}

/** The very same actions in the same order. */
export function isSameList(a: readonly Action[], b: readonly Action[]): boolean {
  return a === b || (a.length === b.length && a.every((action, at) => action === b[at]));
}

export function routeDiagnostics({ named, routes }: AssignedRoutes): readonly Diagnostic[] {
  return [
    ...named.diagnostics,
    ...routes.flatMap((route) => (route.kind === 'group' ? route.diagnostics : [])),
  ];
}

/** The name an action wants as a tool of its own. */
export function flatName(
  action: Action,
  members: readonly Action[],
  { separator }: Exposition,
): string {
  return isBare(members) ? action.namespace : `${action.namespace}${separator}${action.action}`;
}

function hasSameIds(a: readonly Action[], b: readonly Action[]): boolean {
  return a.length === b.length && a.every((action, at) => action.id === b[at]?.id);
}

function nameAll(
  actions: readonly Action[],
  namespaces: Namespaces,
  exposition: Exposition,
): Named {
  const drafts: Draft[] = [];
  const grouped = new Set<string>();
  for (const [at, action] of actions.entries()) {
    const { namespace, id } = action;
    if (grouped.has(namespace)) continue;
    const members = namespaces.get(namespace) ?? [];
    if (isGroup(members, exposition)) {
      grouped.add(namespace);
      drafts.push({ raw: namespace, id: namespace, at, isGroup: true });
    } else drafts.push({ raw: flatName(action, members, exposition), id, at, isGroup: false });
  }
  return { drafts, ...assignNames(drafts, exposition) };
}

function toGroup(
  name: string,
  namespace: string,
  actions: readonly Action[],
  exposition: Exposition,
): GroupRoute {
  const { name: discriminator, diagnostics } = discriminatorOf(namespace, actions, exposition);
  return { kind: 'group', name, namespace, discriminator, actions, diagnostics };
}

function isGroup(members: readonly Action[], { strategy, minActions }: Exposition): boolean {
  return strategy === 'grouped' && !isBare(members) && members.length >= minActions;
}

/** A namespace that is one tool without a name of its own below it. */
function isBare(members: readonly Action[]): boolean {
  return members.length === 1 && members[0]?.action === 'default';
}
