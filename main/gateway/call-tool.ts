// What happens to a call, in the order it happens. Every path into a tool goes through here: a client's
// call, a script's, and a unit's private sub-call. One exit writes the record, before anybody is answered.
import type { Backend, CallResult, WaitingClient } from '../backends/backend.ts';
import { GatewayError, toGatewayError } from '../platform/gateway-error.ts';
import type { AuditRecord, CallCount } from './audit/audit-record.ts';
import { CallRecord } from './audit/call-record.ts';
import type { Caller } from './caller.ts';
import type { SecretScrubber } from './credentials/secret-scrubber.ts';
import type { PolicyGate } from './policies/policy-gate.ts';
import { depthOf, nestedMeta, refuseDepth } from './nesting.ts';
import { privateRoute } from './private-route.ts';
import type { Answer, Route } from './route.ts';
import type { Authorize } from './stages/authorize.ts';
import { encodeAnswer } from './stages/encode-answer.ts';
import { gateOutput } from './stages/gate-output.ts';
import { hideInAnswer, hideInError } from './stages/hide-secrets.ts';
import type { ArgumentValidator } from './stages/validate-arguments.ts';

type Args = Readonly<Record<string, unknown>>;

interface ToolRequest {
  readonly caller: Caller;
  /** The name the caller used. */
  readonly name: string;
  readonly args: Args;
  /** Finds the route late, so that an unknown name has its record too. Throws `unknown-tool`. */
  readonly resolve: () => Route | Promise<Route>;
  readonly signal: AbortSignal;
  readonly meta?: Args | undefined;
  readonly onProgress?: ((progress: Args) => void) | undefined;
  readonly parent?: CallRecord | undefined;
  /** Whom a passthrough backend may ask; a unit's private calls have nobody. */
  readonly client?: WaitingClient | undefined;
  /** Told of this call and of every call below it, the innermost first. */
  readonly watch?: CallWatch | undefined;
}

/** One answered call as whoever made it may see it: `json` is the answer, absent after a failure. */
export type CallWatch = (record: AuditRecord, json: string | undefined) => void;

interface CallRules {
  /** Most nested calls below the route's unit. */
  depth(unit: string): number;
  paused(): boolean;
}

export interface CallObserver {
  /** Told of a client's own call once it was let through. */
  began(record: CallRecord): void;
  /** Told of every run of a tool that ended with an answer: how long that alone took. */
  took(route: Route, unit: string | undefined, ms: number): void;
  /** Told of every answered call, after its record is written. */
  answered(record: AuditRecord, json: string | undefined, error?: GatewayError): void;
}

export interface CallDependencies {
  readonly rules: CallRules;
  readonly validator: ArgumentValidator;
  readonly authorize: Authorize;
  readonly gate: PolicyGate;
  readonly scrubber: SecretScrubber;
  readonly audit: { write(record: AuditRecord): void; count(call: CallCount): void };
  readonly observer: CallObserver;
  readonly newId: () => string;
  readonly now: () => number;
}

/** Resolves with the tool's answer (its own failures are answers too); rejects with a GatewayError. */
export type CallTool = (request: ToolRequest) => Promise<Answer>;

export function createCallTool(deps: CallDependencies): CallTool {
  return callTool;

  async function callTool(request: ToolRequest): Promise<Answer> {
    const { caller, args, parent, signal } = request;
    const kind = parent === undefined ? 'tool' : 'api';
    const record = new CallRecord({
      id: deps.newId(),
      caller,
      exposedAs: request.name,
      args,
      parent,
      kind,
      outerDepth: depthOf(request.meta),
      ts: deps.now(),
    });
    let answer: Answer | undefined;
    let failure: GatewayError | undefined;
    try {
      if (deps.rules.paused())
        throw new GatewayError(
          'paused',
          'The gateway is paused; its user resumes it in the tray, the window or with "toolmesh resume"',
        );
      const route = await request.resolve();
      record.reached(route);
      const refusal = route.refusal?.();
      if (refusal !== undefined) throw refusal;
      // What a unit may nest is its own setting, not that of the backend it calls.
      const unit = parent?.unitName ?? route.backend;
      refuseDepth(record, unit, deps.rules.depth(unit));
      const check = (given: Args): void => {
        if (route.tool.checksArguments === true) return;
        deps.validator.validate(request.name, route.tool.inputSchema, given);
      };
      check(args);
      record.allowed(await deps.authorize({ caller, route, args, signal }));
      if (parent === undefined) deps.observer.began(record);
      const call = { caller, route, args, parent, record, signal };
      const params = await deps.gate.before(call);
      if (params !== args) check(params);
      const raw = await execute(route, request, params, record);
      const passed = await deps.gate.after(params === args ? call : { ...call, args: params }, raw);
      const { result, removed } = gateOutput(route, passed);
      record.metaRemoved(removed);
      const finished = route.finish?.(result) ?? result;
      const encoded = encodeAnswer(request.name, finished, parent === undefined);
      answer = hideInAnswer(encoded, deps.scrubber);
      record.succeeded(Buffer.byteLength(answer.json), result.isError === true);
      return answer;
    } catch (thrown) {
      const error = hideInError(toGatewayError(thrown), deps.scrubber);
      failure = error;
      record.failed(error);
      throw error;
    } finally {
      const now = deps.now();
      const final = deps.scrubber.value(record.finish(now));
      const count = record.count(now);
      if (record.isKept()) deps.audit.write(final);
      else if (count !== undefined) deps.audit.count(count);
      deps.observer.answered(final, answer?.json, failure);
      request.watch?.(final, answer?.json);
    }
  }

  async function execute(
    route: Route,
    request: ToolRequest,
    params: Args,
    record: CallRecord,
  ): Promise<CallResult> {
    const { caller, signal, onProgress, watch, client } = request;
    const startedAt = performance.now();
    const result = await route.run({
      tool: route.tool.name,
      args: params,
      signal,
      meta: request.meta,
      client,
      onProgress:
        onProgress &&
        ((progress) => {
          onProgress(deps.scrubber.value(progress));
        }),
      onConsole: (lines) => {
        record.console(lines);
      },
      subCall: async (backend: Backend, tool: string, args: Args) => {
        const resolve = (): Route => privateRoute(backend, tool);
        const name = `${backend.name}.${tool}`;
        const meta = nestedMeta(record);
        return (
          await callTool({ caller, name, args, resolve, signal, meta, watch, parent: record })
        ).result;
      },
      siblingCall: async (tool: string, args: Args) => {
        // Found inside the call, so that a tool it does not have is on record as well.
        const resolve = (): Route => siblingOf(route, tool);
        const name = `${route.backend}.${tool}`;
        return (await callTool({ caller, name, args, resolve, signal, watch, parent: record }))
          .result;
      },
      publicCall: (inner: Route, args: Args) =>
        callTool({
          caller,
          name: inner.canonicalName,
          args,
          resolve: () => inner,
          signal,
          meta: nestedMeta(record),
          watch,
          client,
          parent: record,
        }),
    });
    deps.observer.took(route, record.unitName, performance.now() - startedAt);
    return result;
  }
}

function siblingOf(route: Route, tool: string): Route {
  const sibling = route.sibling?.(tool);
  if (sibling !== undefined) return sibling;
  throw new GatewayError('unknown-tool', `"${route.canonicalName}" has no tools beside it`);
}
