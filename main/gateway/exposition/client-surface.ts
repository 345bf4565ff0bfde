import { GatewayError } from '../../platform/gateway-error.ts';
import type { ClientStrategy } from '../../config/schema/exposition-section.ts';
import type { Route } from '../route.ts';
import type { Surface } from './compile.ts';
import type { DispatchError } from './dispatch/dispatch-error.ts';
import type { Diagnostic, JsonObject } from './model.ts';
import type { NextStep } from './suggest-next.ts';

interface FoundCall {
  readonly route: Route;
  readonly args: JsonObject;
  /** What may come after a successful answer, in this client's names. */
  readonly nextSteps: () => readonly NextStep[];
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
  find(name: string, args: JsonObject, previous: ClientSurface | undefined): Finding;
  /** A visible tool, or a built-in of code mode, by its canonical name. */
  canonical(name: string): Route | undefined;
  /** Canonical name behind a listed name that leads to one tool. */
  canonicalOf(listed: string): string | undefined;
  /** As one of the strategies that name every tool; old names are resolved with it. */
  readonly compiled: () => Surface;
}

/** The dispatcher's answer as an error of the gateway; its own code and facts go to the client. */
export function toFinding({ code, text, meta }: DispatchError): Finding {
  const isUnknown = code === 'UNKNOWN_TOOL' || code === 'UNKNOWN_ACTION';
  const own = isUnknown || code === 'ACTION_NOT_AVAILABLE' ? 'unknown-tool' : 'invalid-arguments';
  return {
    isUnknown,
    error: new GatewayError(own, text, { data: { tool: meta.tool, dispatch: meta } }),
  };
}
