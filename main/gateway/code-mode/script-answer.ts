import type { CallResult } from '../../backends/backend.ts';
import type { GatewayError } from '../../platform/gateway-error.ts';
import type { SandboxOutcome } from '../../sandbox/sandbox.ts';

/** One call of a script, as its answer tells it. */
export interface CallLine {
  readonly tool: string;
  readonly status: string;
  readonly bytes: number;
  readonly ms: number;
  readonly value?: unknown;
}

/** The value, the console and a line for each call; full results when asked for, or without a value. */
export function answerOf(
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

/** What a failed script wrote before it failed. */
export function consoleOf({ data }: GatewayError): readonly string[] {
  return (data as { console?: readonly string[] }).console ?? [];
}

/** A failed script, with what it had done until then. */
export function failureOf(error: GatewayError, lines: readonly CallLine[]): CallResult {
  const { line, column } = error.data as { line?: number; column?: number };
  const captured = consoleOf(error);
  const place =
    line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  const blocks = [`Script failed: ${error.message}${place}`];
  if (captured.length > 0) blocks.push(`console:\n${captured.join('\n')}`);
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
