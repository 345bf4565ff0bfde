import { z } from 'zod';
import { GatewayError, toGatewayError } from '../../platform/gateway-error.ts';
import type { Sandbox, SourceFile } from '../../sandbox/sandbox.ts';
import { phasesOf } from './phases-of.ts';
import { marker, policyFiles, runnerName } from './policy-runner.ts';
import type { Phase, Policy } from './policy.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the policies are told; `ctx` without its functions. */
export interface PolicyQuestion {
  readonly base: Fields & { readonly phase: Phase; readonly tool: string };
  readonly params: Fields;
  /** In phase post only. */
  readonly response?: Fields | undefined;
  /** Calls of this tool by this caller in the last hour, without this one. */
  readonly calls: number;
}

export interface PolicyRunOptions {
  readonly signal: AbortSignal;
  /** What the policies printed, also when one of them denied. */
  readonly onConsole: (lines: readonly string[]) => void;
}

const changed = z.object({ value: z.unknown().optional() });
const step = z.object({
  policy: z.string(),
  /** Changed fields that only the gateway may change. */
  ignored: z.array(z.string()),
  params: changed.optional(),
  content: changed.optional(),
  structuredContent: changed.optional(),
  metaRemoved: z.array(z.string()).optional(),
});
const steps = z.array(step);
/** What one policy changed, in the order they ran. */
export type PolicyStep = z.infer<typeof step>;

const seconds = 5;
// Answers are at most 10 MB; several policies may each change one.
const limits = {
  timeoutMs: seconds * 1000,
  memoryMb: 128,
  calls: 0,
  resultBytes: 32 * 1024 * 1024,
};

/** Policies as the sandbox loads them. Made once for a list of policies: the sandbox knows its files again. */
export interface PolicySet {
  readonly policies: readonly Policy[];
  readonly files: readonly SourceFile[];
}

/** Those of `policies` that have something to do in the phase. */
export function policySet(policies: readonly Policy[], phase: Phase): PolicySet {
  const concerned = policies.filter(
    ({ source, broken }) => broken !== undefined || phasesOf(source).includes(phase),
  );
  return { policies: concerned, files: policyFiles(concerned) };
}

/** Runs one phase. Rejects with `access-denied` when a policy throws, breaks or takes too long. */
export async function runPolicies(
  { policies, files }: PolicySet,
  question: PolicyQuestion,
  sandbox: Sandbox,
  { signal, onConsole }: PolicyRunOptions,
): Promise<readonly PolicyStep[]> {
  const { tool } = question.base;
  const broken = policies.find((policy) => policy.broken !== undefined);
  if (broken !== undefined) {
    const why = `cannot be loaded (${broken.broken ?? ''}) and denies every call until it is right or removed`;
    throw denied(broken.name, tool, `Policy "${broken.name}" ${why}`);
  }
  const names = policies.map((policy) => policy.name);
  const first = `${marker}${names[0] ?? ''}`;
  try {
    const outcome = await sandbox.run({
      label: 'Policies',
      files,
      entry: { kind: 'function', name: runnerName, args: [{ ...question, names }] },
      bridge: { global: 'none' },
      limits,
      onCall: () =>
        Promise.resolve({ ok: false, error: { code: 'unknown-tool', message: 'no tools here' } }),
      signal,
    });
    onConsole(ownLines([first, ...outcome.console]));
    return steps.parse(outcome.value);
  } catch (thrown) {
    const error = toGatewayError(thrown);
    onConsole(ownLines([first, ...((error.data as ThrownData).console ?? [])]));
    throw toDenial(error, names, tool);
  }
}

function toDenial(error: GatewayError, names: readonly string[], tool: string): GatewayError {
  if (error.code === 'cancelled') return error;
  const { file, line, name, console: lines = [] } = error.data as ThrownData;
  // What it threw knows its file; of one that was stopped only its marker is left, and a policy may print such.
  const begun = lines
    .filter((text) => text.startsWith(marker))
    .map((text) => text.slice(marker.length));
  const known = [file, ...begun.reverse()].find(
    (each) => each !== undefined && names.includes(each),
  );
  const guilty = known ?? names[0] ?? 'policies';
  const place = line === undefined ? '' : ` (${guilty}, line ${line})`;
  if (error.code === 'limit-time') {
    const why = `did not finish within ${seconds} s, so "${tool}" is denied`;
    return denied(guilty, tool, `Policy "${guilty}" ${why}`);
  }
  // `throw new Error(text)` is a policy's way to deny; anything else is its mistake, and denies too.
  const isVerdict = error.code === 'glue-error' && (name === undefined || name === 'Error');
  const message = isVerdict
    ? `Policy "${guilty}" denied "${tool}": ${error.message}`
    : `Policy "${guilty}" failed, so "${tool}" is denied: ${error.message}${place}`;
  return denied(guilty, tool, message);
}

interface ThrownData {
  readonly file?: string;
  readonly line?: number;
  readonly name?: string;
  readonly console?: readonly string[];
}

/** A denial by one policy, as the client reads it. */
export function denied(policy: string, tool: string, message: string): GatewayError {
  return new GatewayError('access-denied', message, {
    data: { tool, decidedBy: `policy ${policy}` },
  });
}

/** Markers of policies that said nothing are of no use to a reader. */
function ownLines(lines: readonly string[]): readonly string[] {
  return lines.filter((line, index) => {
    const next = lines[index + 1];
    return !line.startsWith(marker) || (next !== undefined && !next.startsWith(marker));
  });
}
