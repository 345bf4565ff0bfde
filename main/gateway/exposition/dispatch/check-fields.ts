import { TimeBox } from '../../../platform/time-box.ts';
import type { SurfaceRoute } from '../assign-routes.ts';
import type { Surface } from '../compile.ts';
import { isObject } from '../json.ts';
import type { Action, JsonObject } from '../model.ts';
import { dispatchError, type DispatchError } from './dispatch-error.ts';
import { explainIssues, typeText, type CheckArguments } from './explain-issues.ts';
import { countOf } from '../../../platform/count-of.ts';

const patternLimitMs = 250;

interface Call {
  readonly surface: Surface;
  readonly route: SurfaceRoute;
  readonly action: Action;
  /** Without the discriminator. */
  readonly args: JsonObject;
}

/** Arguments of another action, told apart from mistyped ones: the merged schema shows both. */
export function wrongFields({ surface, route, action, args }: Call): DispatchError | undefined {
  const { props, additionalProperties, patterns } = action.schema;
  const isClosed = additionalProperties === false;
  if (!isClosed && additionalProperties !== undefined) return undefined;
  const others = route.actions.filter((each) => each !== action && surface.isOpen(each));
  const find = (): readonly { readonly field: string; readonly users: readonly Action[] }[] =>
    Object.keys(args).flatMap((field) => {
      if (props.has(field) || patterns.some((pattern) => matches(pattern, field))) return [];
      const users = others.filter((each) => each.schema.props.has(field));
      return isClosed || users.length > 0 ? [{ field, users }] : [];
    });
  // The patterns are the backend's: the check of the arguments refuses those that take too long.
  const wrong =
    patterns.length === 0 ? find() : (new TimeBox().run(find, patternLimitMs)?.value ?? []);
  if (wrong.length === 0) return undefined;
  const list = wrong.map(({ field, users }) =>
    users.length === 0
      ? field
      : `${field} (used by: ${users.map((each) => each.action).join(', ')})`,
  );
  const isGroup = route.kind === 'group';
  const choose = isGroup ? ', or pick the action that uses them' : '';
  return dispatchError(
    'WRONG_FIELD',
    [
      `${subject(route, action)} does not take: ${list.join(', ')}.`,
      takes(action),
      `Fix: remove the listed fields${choose}.`,
    ],
    { ...facts(route, action), fields: wrong.map(({ field }) => field) },
  );
}

/** Everything wrong with the arguments at once, by the action's original schema. */
export function invalidArguments(
  { route, action, args }: Call,
  check: CheckArguments,
): DispatchError | undefined {
  const { inputSchema, checksArguments = false } = action.tool;
  const found = isObject(inputSchema) && !checksArguments ? check(inputSchema, args) : [];
  if (found.length === 0) return undefined;
  const issues = explainIssues(found, (path) => typeText(action.schema.props.get(path)));
  return dispatchError(
    'INVALID_ARGUMENTS',
    [
      `${subject(route, action)} rejected ${countOf(issues.length, 'argument')}:`,
      ...issues.map(({ path, text }) => `- ${path === '' ? '(arguments)' : path}: ${text}`),
      takes(action),
      'Fix: correct the listed arguments and repeat the call.',
    ],
    { ...facts(route, action), fields: issues.map(({ path }) => path) },
  );
}

function subject(route: SurfaceRoute, { action }: Action): string {
  return route.kind === 'group' ? `Action "${action}" of "${route.name}"` : `Tool "${route.name}"`;
}

function facts(
  route: SurfaceRoute,
  { action }: Action,
): { readonly tool: string; readonly action?: string } {
  return route.kind === 'group' ? { tool: route.name, action } : { tool: route.name };
}

function takes({ schema }: Action): string {
  const names = [...schema.props.keys()].map((name) =>
    schema.required.includes(name) ? `${name} (required)` : name,
  );
  return `Takes: ${names.join(', ') || 'no arguments'}`;
}

function matches(pattern: string, field: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(field);
  } catch {
    // What is no pattern to us may be one to the backend.
    return true;
  }
}
