import type { SurfaceRoute } from '../assign-routes.ts';
import type { Surface } from '../compile.ts';
import { setOwn } from '../json.ts';
import type { Action, JsonObject } from '../model.ts';
import { invalidArguments, wrongFields } from './check-fields.ts';
import type { DispatchError } from './dispatch-error.ts';
import type { CheckArguments } from './explain-issues.ts';
import { findRoute, unknownTool } from './find-route.ts';
import { notAvailable } from './not-available.ts';
import { pickAction } from './pick-action.ts';

export interface SurfaceCall {
  readonly name: string;
  readonly arguments?: JsonObject | undefined;
}

/** What the backend is asked: its own name, and arguments exactly as given. */
export interface DispatchedCall {
  readonly unit: string | null;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly action: Action;
  readonly via?: 'previous-surface';
}

export type Dispatched = { readonly call: DispatchedCall } | { readonly error: DispatchError };

/** Where a call leads; the first thing wrong with it answers. No handler learns the strategy. */
export function dispatch(
  surface: Surface,
  { name, arguments: args = {} }: SurfaceCall,
  check: CheckArguments,
): Dispatched {
  const route = findRoute(surface, name);
  if (route === undefined) return { error: unknownTool(surface, name) };
  const action = route.kind === 'group' ? pickAction(surface, route, args) : route.action;
  if ('code' in action) return { error: action };
  if (!surface.isOpen(action)) return { error: closed(surface, route, action) };
  const own = route.kind === 'group' ? withoutKey(args, route.discriminator) : args;
  const call = { surface, route, action, args: own };
  const error = wrongFields(call) ?? invalidArguments(call, check);
  if (error !== undefined) return { error };
  const { unit = null, name: tool } = action.tool;
  return {
    call: {
      unit,
      tool,
      arguments: own,
      action,
      ...(route.via !== undefined && { via: route.via }),
    },
  };
}

function closed(surface: Surface, route: SurfaceRoute, action: Action): DispatchError {
  const state = surface.stateOf(action.tool);
  if (route.kind === 'atomic') return notAvailable(route.name, action.tool, state);
  const open = route.actions.filter(surface.isOpen).map((each) => each.action);
  return notAvailable(route.name, action.tool, state, { action: action.action, open });
}

function withoutKey(args: JsonObject, dropped: string): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(args)) if (key !== dropped) setOwn(rest, key, args[key]);
  return rest;
}
