import type { CallResult, ToolDescriptor } from '../../backends/backend.ts';
import { countOf } from '../../platform/count-of.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { BridgeReply, LimitSettings, Sandbox } from '../../sandbox/sandbox.ts';
import type { Route, RunCall } from '../route.ts';
import { answerOf, consoleOf, failureOf, type CallLine } from './script-answer.ts';
import { helpScript, type SearchView } from './script-help.ts';
import { errorText, unwrapResult } from './unwrap-result.ts';

export interface CodeLimits {
  readonly calls: number;
  readonly timeoutMs: number;
  readonly limitSettings?: LimitSettings | undefined;
}

export interface CodeModeView extends SearchView {
  /** Names of all backends, also of one that has no open tool now: the description stays the same. */
  readonly backends: readonly string[];
  /** A visible tool by its canonical name, open or not: that is decided when it is called. */
  route(name: string): Route | undefined;
}

const memoryMb = 128;
const resultBytes = 10_000_000;

/** The built-in that runs a script over the tools a client may use. */
export function executeRoute(view: CodeModeView, sandbox: Sandbox, limits: CodeLimits): Route {
  return {
    kind: 'code',
    backend: 'toolmesh',
    canonicalName: 'execute_code',
    tool: descriptor(view.backends, limits),
    run: (call) => execute(view, sandbox, limits, call),
  };
}

function descriptor(backends: readonly string[], limits: CodeLimits): ToolDescriptor {
  return {
    name: 'execute_code',
    access: 'read',
    // What a script calls is authorized call by call; the script itself may well write.
    annotations: { readOnlyHint: false },
    description:
      'Run JavaScript that calls tools as `await toolmesh.<name>(args)`; find names and arguments with discover_tools. ' +
      'Return the value you need; only it, console lines and one line per call come back. ' +
      `At most ${countOf(limits.calls, 'call')} and ${limits.timeoutMs / 1000} s. Backends: ${backends.join(', ') || 'none yet'}.`,
    inputSchema: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'Body of an async function: await and return work' },
        include_results: {
          type: 'boolean',
          description: 'Also return the full result of every call',
        },
      },
      required: ['code'],
      additionalProperties: false,
    },
  };
}

async function execute(
  view: CodeModeView,
  sandbox: Sandbox,
  { limitSettings = {}, ...limits }: CodeLimits,
  call: RunCall,
): Promise<CallResult> {
  const { code, include_results: includeResults = false } = call.args as {
    code: string;
    include_results?: boolean;
  };
  const lines: CallLine[] = [];
  try {
    const outcome = await sandbox.run({
      label: 'Script',
      files: [{ name: 'script.js', source: code }],
      entry: { kind: 'script' },
      bridge: { global: 'toolmesh', lists: ['discover'] },
      limits: { ...limits, memoryMb, resultBytes },
      limitSettings,
      onCall: ({ path, args }) => bridge(view, call, path[0] ?? '', args, lines),
      signal: call.signal,
    });
    call.onConsole(outcome.console);
    return answerOf(outcome, lines, includeResults);
  } catch (thrown) {
    const error = toGatewayError(thrown);
    call.onConsole(consoleOf(error));
    if (error.code === 'cancelled') throw error;
    return failureOf(error, lines);
  }
}

async function bridge(
  view: CodeModeView,
  call: RunCall,
  name: string,
  args: unknown,
  lines: CallLine[],
): Promise<BridgeReply> {
  if (name === 'discover' || name === 'describe') return helpScript(view, name, args);
  const started = performance.now();
  const note = (status: string, bytes: number, value?: unknown): void => {
    lines.push({ tool: name, status, bytes, ms: performance.now() - started, value });
  };
  try {
    const route = resolve(view, name);
    const answer = await call.publicCall(route, asArguments(name, args));
    const value = unwrapResult(answer.result);
    note(
      answer.result.isError === true ? 'error' : 'success',
      Buffer.byteLength(answer.json),
      value,
    );
    if (answer.result.isError === true) {
      return {
        ok: false,
        error: { code: 'tool-error', tool: name, message: errorText(answer.result) },
      };
    }
    return { ok: true, value };
  } catch (thrown) {
    const error = toGatewayError(thrown);
    note(error.code, 0);
    return {
      ok: false,
      error: { ...error.data, code: error.code, tool: name, message: error.message },
    };
  }
}

function resolve(view: CodeModeView, name: string): Route {
  if (name === 'discover_tools' || name === 'execute_code') {
    throw new GatewayError(
      'unknown-tool',
      `"${name}" cannot be called from a script; use toolmesh.discover("words") or call it as a tool of its own`,
    );
  }
  const route = view.route(name);
  if (route === undefined) {
    const names = view.entries.map((entry) => entry.canonicalName);
    throw new GatewayError(
      'unknown-tool',
      `Tool "${name}" does not exist${nearestHint(name, names)}; toolmesh.discover("words") lists what there is`,
    );
  }
  return route;
}

function asArguments(name: string, args: unknown): Readonly<Record<string, unknown>> {
  if (args === undefined || args === null) return {};
  if (typeof args === 'object' && !Array.isArray(args)) return args as Record<string, unknown>;
  throw new GatewayError(
    'invalid-arguments',
    `toolmesh.${name} takes one object of arguments, got ${JSON.stringify(args).slice(0, 80)}; toolmesh.describe("${name}") says which`,
    { data: { tool: name } },
  );
}
