import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Backend, CallResult, SubCall } from '../../backends/backend.ts';
import { unitLimits } from '../../config/unit-limits.ts';
import { classifyCaller } from '../../gateway/access/classify-caller.ts';
import { createCallTool } from '../../gateway/call-tool.ts';
import { buildRegistry } from '../../gateway/exposition/tool-registry.ts';
import type { Answer, Route } from '../../gateway/route.ts';
import { ArgumentValidator } from '../../gateway/stages/validate-arguments.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { GatewayParts } from '../../services/run-gateway.ts';
import type { CommandWorld } from '../command-world.ts';
import { parseToolArguments } from '../parse-tool-arguments.ts';
import { print } from '../print.ts';
import { noAudit, readyUnit, withQuietGateway } from './quiet-gateway.ts';
import { writeRecording, type RecordedCall } from './recording.ts';
import type { UnitVerb } from './unit-verb.ts';

type Args = Readonly<Record<string, unknown>>;

/** toolmesh units record UNIT TOOL [JSON]: one real call, whose private replies are kept. */
export const recordUnit: UnitVerb = async (world, [name = '', tool = '', json = '{}']) => {
  const params = await parseToolArguments(json);
  return withQuietGateway(world, async (parts) => {
    const { unit } = await readyUnit(parts, name);
    const folder = parts.config.current.units.find((each) => each.name === name)?.folder ?? '.';
    const calls: RecordedCall[] = [];
    const failure = await callRecorded(world, parts, unit, tool, params, calls).then(
      ({ result }) => (result.isError === true ? textOf(result) : undefined),
      (thrown: unknown) => toGatewayError(thrown).message,
    );
    const made = parts.scrubber.value({ tool, params, calls });
    const unanswered = calls.find(({ result, error }) => result === undefined && !isReply(error));
    // A backend that is away would replace the good replies of yesterday.
    if (unanswered !== undefined)
      await print(`${unanswered.backend}.${unanswered.tool} gave no reply; nothing was written`);
    else if (calls.length > 0) {
      const file = await writeRecording(folder, made);
      const count = calls.length === 1 ? '1 reply' : `${calls.length} replies`;
      await print(`${count} in ${path.relative(folder, file)}`);
    } else if (failure === undefined)
      await print('no private tool was called; there is nothing to keep');
    if (failure !== undefined) await print(failure);
    return failure === undefined && unanswered === undefined ? 0 : 1;
  });
};

/** What a backend answers, or the gateway in its place, each time the same call is made. */
function isReply(error: RecordedCall['error']): boolean {
  return ['backend-error', 'unknown-tool', 'invalid-arguments'].includes(error?.code ?? '');
}

/** The call as any other: same rules, policies and checks. Only its record stays away. */
function callRecorded(
  { env }: CommandWorld,
  parts: GatewayParts,
  unit: Backend & { readonly kind: 'unit' } & NonNullable<Route['unit']>,
  tool: string,
  args: Args,
  calls: RecordedCall[],
): Promise<Answer> {
  const { config, governance, scrubber } = parts;
  const callTool = createCallTool({
    rules: {
      depth: (one) => unitLimits(config.current.settings, env, one).depth,
      paused: () => false,
    },
    validator: new ArgumentValidator(),
    authorize: governance.authorize,
    gate: governance.gate,
    scrubber,
    audit: noAudit,
    observer: { began: () => undefined, took: () => undefined, answered: () => undefined },
    newId: randomUUID,
    now: Date.now,
  });
  const client = 'toolmesh';
  return callTool({
    caller: {
      user: userInfo().username,
      client,
      clientInfo: '',
      callerClass: classifyCaller(client, config.current.callerClasses),
    },
    name: `${unit.name}_${tool}`,
    args,
    resolve: () => routeTo(unit, tool, calls),
    signal: new AbortController().signal,
  });
}

function routeTo(unit: NonNullable<Route['unit']>, tool: string, calls: RecordedCall[]): Route {
  const { entries } = buildRegistry([unit]);
  const entry = entries.find((each) => each.tool.name === tool);
  if (entry === undefined) {
    const names = entries.map((each) => each.tool.name);
    throw new GatewayError(
      'unknown-tool',
      `Unit "${unit.name}" has no tool "${tool}"${nearestHint(tool, names)}`,
    );
  }
  const { canonicalName } = entry;
  return {
    kind: 'tool',
    backend: unit.name,
    tool: entry.tool,
    canonicalName,
    unit,
    run: (call) => unit.callTool({ ...call, subCall: recorded(call.subCall, calls) }),
  };
}

function recorded(subCall: SubCall, calls: RecordedCall[]): SubCall {
  return async (backend, tool, args) => {
    // In the order in which they are made, not in which they are answered.
    const call: RecordedCall = { backend: backend.name, tool, args: { ...args } };
    calls.push(call);
    try {
      const result = await subCall(backend, tool, args);
      call.result = result;
      return result;
    } catch (thrown) {
      const { code, message } = toGatewayError(thrown);
      call.error = { code, message };
      throw thrown;
    }
  };
}

function textOf({ content }: CallResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
