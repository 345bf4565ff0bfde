import type { CallResult, ToolDescriptor } from '../../backends/backend.ts';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { BridgeReply, Sandbox, SandboxOutcome } from '../../sandbox/sandbox.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import type { Route, RunCall } from '../route.ts';
import { declareTools } from './declare-tools.ts';
import type { ToolIndex } from './tool-index.ts';
import { errorText, unwrapResult } from './unwrap-result.ts';

export interface CodeLimits {
  readonly calls: number;
  readonly timeoutMs: number;
}

export interface CodeModeView {
  /** Names of all backends, also of one that has no open tool now: the description stays the same. */
  readonly backends: readonly string[];
  /** The tools that are open now. */
  readonly entries: readonly ToolEntry[];
  readonly index: () => ToolIndex;
  /** A visible tool by its canonical name, open or not: that is decided when it is called. */
  route(name: string): Route | undefined;
}

interface CallLine {
  readonly tool: string;
  readonly status: string;
  readonly bytes: number;
  readonly ms: number;
  readonly value?: unknown;
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
    description:
      'Run JavaScript that calls tools as `await toolmesh.<name>(args)`; find names and arguments with discover_tools. ' +
      'Return the value you need; only it, console lines and one line per call come back. ' +
      `At most ${limits.calls} calls and ${limits.timeoutMs / 1000} s. Backends: ${backends.join(', ') || 'none yet'}.`,
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
  limits: CodeLimits,
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
      limits: { timeoutMs: limits.timeoutMs, memoryMb, calls: limits.calls, resultBytes },
      onCall: ({ path, args }) => bridge(view, call, path[0] ?? '', args, lines),
      signal: call.signal,
    });
    call.onConsole(outcome.console);
    return reply(outcome, lines, includeResults);
  } catch (thrown) {
    return failure(toGatewayError(thrown), lines, call);
  }
}

async function bridge(
  view: CodeModeView,
  call: RunCall,
  name: string,
  args: unknown,
  lines: CallLine[],
): Promise<BridgeReply> {
  if (name === 'discover' || name === 'describe') return help(view, name, args);
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

function help(view: CodeModeView, name: string, args: unknown): BridgeReply {
  // toolmesh.discover(text, limit) arrives as a list of its arguments.
  const [text, limit] = Array.isArray(args) ? (args as unknown[]) : [args];
  if (typeof text !== 'string') {
    return {
      ok: false,
      error: { code: 'invalid-arguments', message: `toolmesh.${name} takes a text` },
    };
  }
  const found =
    name === 'describe'
      ? view.entries.filter((entry) => entry.canonicalName === text)
      : view.index().rank(text);
  if (name === 'describe' && found.length === 0) {
    const names = view.entries.map((entry) => entry.canonicalName);
    return {
      ok: false,
      error: {
        code: 'unknown-tool',
        message: `Tool "${text}" does not exist${nearestHint(text, names)}`,
      },
    };
  }
  return {
    ok: true,
    value: declareTools(found, typeof limit === 'number' && limit >= 1 ? limit : 25, undefined),
  };
}

function reply(
  outcome: SandboxOutcome,
  lines: readonly CallLine[],
  includeResults: boolean,
): CallResult {
  const blocks: string[] = [];
  if (outcome.value !== undefined)
    blocks.push(typeof outcome.value === 'string' ? outcome.value : JSON.stringify(outcome.value));
  if (outcome.console.length > 0) blocks.push(`console:\n${outcome.console.join('\n')}`);
  const full = includeResults || outcome.value === undefined;
  if (lines.length > 0) blocks.push(`calls:\n${callLines(lines, full)}`);
  // An empty answer reads like a failure.
  if (blocks.length === 0) blocks.push('The script returned nothing');
  return { content: blocks.map((text) => ({ type: 'text', text })) };
}

function failure(error: GatewayError, lines: readonly CallLine[], call: RunCall): CallResult {
  const {
    console: captured,
    line,
    column,
  } = error.data as { console?: readonly string[]; line?: number; column?: number };
  call.onConsole(captured ?? []);
  if (error.code === 'cancelled') throw error;
  const place =
    line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  const blocks = [`Script failed: ${error.message}${place}`];
  if (captured !== undefined && captured.length > 0)
    blocks.push(`console:\n${captured.join('\n')}`);
  if (lines.length > 0) blocks.push(`calls:\n${callLines(lines, false)}`);
  return {
    content: blocks.map((text) => ({ type: 'text', text })),
    isError: true,
    _meta: { 'gateway/error': { code: error.code } },
  };
}

function callLines(lines: readonly CallLine[], full: boolean): string {
  return lines
    .map(({ tool, status, bytes, ms, value }) => {
      const head = `${tool} ${status} ${bytes} B ${ms.toFixed(0)} ms`;
      return full && value !== undefined
        ? `${head} ${typeof value === 'string' ? value : JSON.stringify(value)}`
        : head;
    })
    .join('\n');
}
