import type { GroupRoute } from '../assign-routes.ts';
import type { Surface } from '../compile.ts';
import type { Action, JsonObject } from '../model.ts';
import { dispatchError, type DispatchError } from './dispatch-error.ts';
import { nearest } from './nearest.ts';

/** The action a call of a group names. Never guessed, never defaulted, not even when there is one. */
export function pickAction(
  surface: Surface,
  route: GroupRoute,
  args: JsonObject,
): Action | DispatchError {
  const { name, discriminator } = route;
  const open = route.actions.filter(surface.isOpen).map(({ action }) => action);
  const allowed = `Allowed: ${open.join(', ') || '(none)'}`;
  const fix = `Fix: repeat the call with "${discriminator}" set to one allowed value.`;
  const value = Object.hasOwn(args, discriminator) ? args[discriminator] : undefined;
  if (value === undefined || value === '') {
    const first = `"${discriminator}" is required by tool "${name}".`;
    return dispatchError('MISSING_DISCRIMINATOR', [first, allowed, fix], { tool: name });
  }
  if (typeof value !== 'string') {
    const got = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const first = `"${discriminator}" must be a string, got ${got}.`;
    return dispatchError('INVALID_DISCRIMINATOR', [first, allowed, fix], { tool: name });
  }
  const action = route.actions.find((each) => each.action === value && surface.isVisible(each));
  if (action !== undefined) return action;
  const meant = guesses(value, name, open, surface.exposition.separator);
  return dispatchError(
    'UNKNOWN_ACTION',
    [
      `Tool "${name}" has no action "${value}".`,
      allowed,
      meant.length === 0 ? undefined : `Did you mean: ${meant.join(', ')}`,
      fix,
    ],
    { tool: name, action: value },
  );
}

function guesses(
  value: string,
  tool: string,
  open: readonly string[],
  separator: string,
): readonly string[] {
  const prefix = `${tool}${separator}`;
  const exact = [
    value.slice(value.lastIndexOf('.') + 1),
    value.startsWith(prefix) ? value.slice(prefix.length) : value,
  ];
  const lower = value.toLowerCase();
  const same = open.filter((action) => exact.includes(action) || action.toLowerCase() === lower);
  return same.length > 0 ? same.slice(0, 3) : nearest(value, open);
}
