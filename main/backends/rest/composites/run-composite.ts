import { toGatewayError, type GatewayError } from '../../../platform/gateway-error.ts';
import { nearestHint } from '../../../platform/nearest-names.ts';
import type { BridgeCall, BridgeReply, Sandbox } from '../../../sandbox/sandbox.ts';
import type { BackendCall, CallResult } from '../../backend.ts';
import type { Composite } from '../dadl/model.ts';
import { RestFailure } from '../rest-failure.ts';
import { fromCallResult, toCallResult } from '../response/to-call-result.ts';
import { argumentValue } from '../request/argument-value.ts';
import { checkArguments } from '../tools/check-arguments.ts';

export interface CompositeWorld {
  readonly sandbox: Sandbox;
  /** Tools of the same backend; composites are not among them, so none calls another. */
  readonly tools: readonly string[];
}

const mostCalls = 50;
// The call above the limit can be caught; code that goes on all the same is stopped for good.
const hardCalls = 1000;
const memoryMb = 128;
const resultBytes = 10_000_000;

/** Runs a composite's code in a fresh isolate. Throws a RestFailure for what the code did not catch. */
export async function runComposite(
  composite: Composite,
  call: BackendCall,
  { sandbox, tools }: CompositeWorld,
): Promise<CallResult> {
  const { name, code, params, timeoutMs } = composite;
  checkArguments(name, params, call.args);
  let calls = 0;
  const onCall = async ({ path: [tool = ''], args }: BridgeCall): Promise<BridgeReply> => {
    calls += 1;
    if (calls > mostCalls)
      return refused(name, tool, 'limit_calls', `it may make at most ${mostCalls} calls`);
    if (!tools.includes(tool))
      return refused(
        name,
        tool,
        'unknown_tool',
        `there is no such tool${nearestHint(tool, tools)}`,
      );
    return callTool(name, tool, args, call);
  };
  try {
    const { value, console: lines } = await sandbox.run({
      label: `Composite "${name}"`,
      files: [{ name: `${name}.js`, source: code }],
      entry: { kind: 'script' },
      bridge: { global: 'api', names: 'tools' },
      globals: { params: filledIn(params, call.args) },
      limits: { timeoutMs, memoryMb, calls: hardCalls, resultBytes },
      onCall,
      signal: call.signal,
    });
    call.onConsole(lines);
    return toCallResult(value ?? null);
  } catch (thrown) {
    throw toFailure(name, toGatewayError(thrown), call);
  }
}

async function callTool(
  composite: string,
  tool: string,
  args: unknown,
  { siblingCall }: BackendCall,
): Promise<BridgeReply> {
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args)))
    return refused(composite, tool, 'invalid_input', 'it takes one object of arguments');
  if (siblingCall === undefined)
    return refused(composite, tool, 'forbidden', 'nobody can authorize the call here');
  let result: CallResult;
  try {
    result = await siblingCall(tool, (args ?? {}) as Record<string, unknown>);
  } catch (thrown) {
    const { code, message } = toGatewayError(thrown);
    return refused(composite, tool, code, message);
  }
  if (result.isError !== true) return { ok: true, value: fromCallResult(result) };
  const { code, http_status, message, provider_code } = (result._meta ?? {}) as Record<
    string,
    unknown
  >;
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : 'the tool reported an error';
  return {
    ok: false,
    error: {
      code: typeof code === 'string' ? code : 'internal',
      message: `composite ${composite}: api.${tool} failed: ${text}`,
      api_message: message ?? text,
      ...(http_status !== undefined && { http_status }),
      ...(provider_code !== undefined && { provider_code }),
    },
  };
}

function refused(composite: string, tool: string, code: string, why: string): BridgeReply {
  const message = `composite ${composite}: api.${tool} failed: ${why}`;
  return { ok: false, error: { code, message, api_message: why } };
}

function filledIn(
  params: Composite['params'],
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values = [...params.values()].flatMap((param) => {
    const value = argumentValue(param, args);
    return value === undefined ? [] : [[param.name, value] as const];
  });
  return Object.fromEntries(values);
}

function toFailure(name: string, error: GatewayError, call: BackendCall): Error {
  const {
    console: lines,
    line,
    code,
  } = error.data as {
    console?: readonly string[];
    line?: number;
    code?: unknown;
  };
  call.onConsole(lines ?? []);
  if (error.code === 'cancelled') return error;
  if (error.code === 'glue-error') {
    const place = line === undefined ? '' : ` (line ${line})`;
    const own = typeof code === 'string' ? code : 'composite_error';
    return new RestFailure(own, `composite "${name}": ${error.message}${place}`);
  }
  const own = error.code === 'limit-time' ? 'timeout' : error.code;
  return new RestFailure(own, error.message);
}
