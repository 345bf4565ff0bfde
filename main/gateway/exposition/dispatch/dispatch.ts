import type { Surface, SurfaceRoute } from '../compile.ts';
import { setOwn } from '../json.ts';
import type { Action, JsonObject } from '../model.ts';
import { invalidArguments, wrongFields } from './check-fields.ts';
import { dispatchError, type DispatchError } from './dispatch-error.ts';
import type { CheckArguments } from './explain-issues.ts';
import { findRoute, unknownTool } from './find-route.ts';
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
  if (!surface.isOpen(action)) return { error: notAvailable(surface, route, action) };
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

function notAvailable(surface: Surface, route: SurfaceRoute, action: Action): DispatchError {
  const state = surface.state ?? '';
  const isGroup = route.kind === 'group';
  const open = isGroup ? route.actions.filter(surface.isOpen) : [];
  const names = open.map((each) => each.action).join(', ') || '(none)';
  return dispatchError(
    'ACTION_NOT_AVAILABLE',
    [
      `"${isGroup ? action.action : route.name}" cannot run in state "${state}".`,
      isGroup ? `Allowed now: ${names}` : undefined,
      'Fix: run an allowed operation first, then refresh tools/list.',
    ],
    { tool: route.name, ...(isGroup && { action: action.action }) },
  );
}

function withoutKey(args: JsonObject, dropped: string): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const key of Object.keys(args)) if (key !== dropped) setOwn(rest, key, args[key]);
  return rest;
}
