import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ClientStrategy } from '../../config/schema/exposition-section.ts';
import type { Route } from '../route.ts';
import type { Surface } from './compile.ts';
import type { DispatchError } from './dispatch/dispatch-error.ts';
import type { Diagnostic, JsonObject } from './model.ts';
import type { NextStep } from './suggest-next.ts';
import type { ToolEntry } from './tool-registry.ts';

interface FoundCall {
  readonly route: Route;
  readonly args: JsonObject;
}

export type Finding = FoundCall | { readonly error: GatewayError; readonly isUnknown: boolean };

/** One client's view: what it sees listed, and where every name it may use leads. */
export interface ClientSurface {
  /** Of the exposition; another one is a switch. */
  readonly key: string;
  readonly strategy: ClientStrategy;
  /** Exactly what tools/list answers. */
  readonly tools: readonly JsonObject[];
  /** The same as text, made once. */
  readonly json: () => string;
  readonly diagnostics: readonly Diagnostic[];
  /** The tools this connection can reach now, listed or not. */
  readonly open: readonly ToolEntry[];
  find(name: string, args: JsonObject, previous: ClientSurface | undefined): Finding;
  /** What may come after a successful answer of this tool, in this client's names. */
  stepsAfter(canonicalName: string): readonly NextStep[];
  /** How this client calls a visible tool. */
  callOf(entry: ToolEntry): NextStep | undefined;
  /** A visible tool, or a built-in of code mode, by its canonical name. */
  canonical(name: string): Route | undefined;
  /** Canonical name behind a listed name that leads to one tool. */
  canonicalOf(listed: string): string | undefined;
  /** As one of the strategies that name every tool; old names are resolved with it. */
  readonly compiled: () => Surface;
}

/** Whether a client that knows the one misses nothing of the other: the same list, the same tools to reach. */
export function showsSame(a: ClientSurface, b: ClientSurface): boolean {
  const isSameText = (x: JsonObject, y: JsonObject): boolean =>
    JSON.stringify(x) === JSON.stringify(y);
  return a === b || (isSame(a.tools, b.tools, isSameText) && isSame(a.open, b.open, isSameEntry));
}

// A change leaves most objects what they were; only the others are looked into.
function isSame<T>(a: readonly T[], b: readonly T[], equals: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at] || equals(item, b[at] as T));
}

function isSameEntry(a: ToolEntry, b: ToolEntry): boolean {
  return (
    a.canonicalName === b.canonicalName &&
    a.promotedAs === b.promotedAs &&
    (a.tool === b.tool || isDeepStrictEqual(a.tool, b.tool))
  );
}

/** The dispatcher's answer as an error of the gateway; its own code and facts go to the client. */
export function toFailure({ code, text, meta }: DispatchError): GatewayError {
  const own =
    isUnknown(code) || code === 'ACTION_NOT_AVAILABLE' ? 'unknown-tool' : 'invalid-arguments';
  return new GatewayError(own, text, { data: { tool: meta.tool, dispatch: meta } });
}

export function toFinding(error: DispatchError): Finding {
  return { isUnknown: isUnknown(error.code), error: toFailure(error) };
}

function isUnknown(code: DispatchError['code']): boolean {
  return code === 'UNKNOWN_TOOL' || code === 'UNKNOWN_ACTION';
}
