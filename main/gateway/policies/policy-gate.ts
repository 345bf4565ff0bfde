import type { CallResult } from '../../backends/backend.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { CallRecord } from '../audit/call-record.ts';
import { redactParams } from '../audit/redact-params.ts';
import type { Caller } from '../caller.ts';
import type { Route } from '../route.ts';
import { applySteps, type Change } from './apply-steps.ts';
import type { Phase, Policy } from './policy.ts';
import { RateCounter } from './rate-counter.ts';
import {
  policySet,
  runPolicies,
  type PolicyQuestion,
  type PolicySet,
  type PolicyStep,
} from './run-policies.ts';

type Args = Readonly<Record<string, unknown>>;

/** One call as the gate sees it. */
export interface GateCall {
  readonly caller: Caller;
  readonly route: Route;
  readonly args: Args;
  readonly parent: CallRecord | undefined;
  readonly record: CallRecord;
  readonly signal: AbortSignal;
}

export interface PolicyGateOptions {
  /** In the order they run. */
  readonly policies: () => readonly Policy[];
  readonly sandbox: Sandbox;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The user's policies around every call, sub-calls too. Without a policy it costs nothing. */
export class PolicyGate {
  readonly #options: PolicyGateOptions;
  readonly #rates: RateCounter;
  readonly #earlier = new WeakMap<CallRecord, number>();
  /** What was warned of, by the policy's text: a changed policy is warned of again. */
  readonly #warned = new Set<string>();
  #loaded:
    | { readonly from: readonly Policy[]; readonly pre: PolicySet; readonly post: PolicySet }
    | undefined;

  constructor(options: PolicyGateOptions) {
    this.#options = options;
    this.#rates = new RateCounter(options.now);
  }

  /** The arguments to go on with. */
  before(call: GateCall): Args | Promise<Args> {
    return this.#options.policies().length === 0 ? call.args : this.#before(call);
  }

  /** The result to go on with. */
  after(call: GateCall, result: CallResult): CallResult | Promise<CallResult> {
    return this.#options.policies().length === 0 ? result : this.#after(call, result);
  }

  async #before(call: GateCall): Promise<Args> {
    const { caller, route, record } = call;
    const key = [caller.user, caller.client, route.canonicalName].join('\n');
    const { earlier, undo } = this.#rates.add(key);
    this.#earlier.set(record, earlier);
    try {
      const steps = await this.#run(call, 'pre', undefined);
      const { params, changes } = applySteps(route.canonicalName, steps, { params: call.args });
      note(record, 'pre', changes);
      return params;
    } catch (error) {
      undo();
      throw error;
    }
  }

  async #after(call: GateCall, result: CallResult): Promise<CallResult> {
    const { content, structuredContent, isError = false, _meta } = result;
    const response = { content, structuredContent, isError, _meta };
    const steps = await this.#run(call, 'post', response);
    const after = applySteps(call.route.canonicalName, steps, { params: call.args, result });
    note(call.record, 'post', after.changes);
    call.record.metaRemoved(after.metaRemoved);
    return after.result ?? result;
  }

  async #run(
    call: GateCall,
    phase: Phase,
    response: PolicyQuestion['response'],
  ): Promise<readonly PolicyStep[]> {
    const { sandbox, policies } = this.#options;
    const set = this.#setFor(policies(), phase);
    if (set.policies.length === 0) return [];
    const calls = this.#earlier.get(call.record) ?? 0;
    const question = { base: contextOf(call, phase), params: call.args, response, calls };
    const steps = await runPolicies(set, question, sandbox, {
      signal: call.signal,
      onConsole: (lines) => {
        call.record.console(lines);
      },
    });
    for (const { policy, ignored } of steps) for (const field of ignored) this.#warn(policy, field);
    return steps;
  }

  #setFor(from: readonly Policy[], phase: Phase): PolicySet {
    if (this.#loaded?.from !== from)
      this.#loaded = { from, pre: policySet(from, 'pre'), post: policySet(from, 'post') };
    return this.#loaded[phase];
  }

  #warn(policy: string, field: string): void {
    const source = this.#options.policies().find(({ name }) => name === policy)?.source ?? '';
    const key = `${field}\n${source}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#options.logger.log(
      'warn',
      `Policy "${policy}" changed ${field}, which has no effect; only ctx.params (phase pre) and ctx.response.content or structuredContent (phase post) may be changed`,
    );
  }
}

function contextOf({ caller, route, parent }: GateCall, phase: Phase): PolicyQuestion['base'] {
  return {
    phase,
    user: { id: caller.user, roles: caller.roles ?? [] },
    caller: { client: caller.client, class: caller.callerClass },
    tool: route.canonicalName,
    backend: route.backend,
    toolAccess: route.tool.access,
    parent: parent === undefined ? null : parentOf(parent, route),
  };
}

/** `unit` tells a policy that the call is a private one, of a tool that was judged already. */
function parentOf(parent: CallRecord, { kind }: Route): Readonly<Record<string, unknown>> {
  const unit = kind === 'api' ? parent.unitName : undefined;
  return { tool: parent.canonicalName, ...(unit !== undefined && { unit }) };
}

function note(record: CallRecord, phase: Phase, changes: readonly Change[]): void {
  for (const { by, before, after } of changes) {
    record.modified({ by, phase, before: redactParams(before), after: redactParams(after) });
  }
}
