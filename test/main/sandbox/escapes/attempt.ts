import type { ErrorCode } from '../../../../main/platform/gateway-error.ts';
import type { SandboxJob } from '../../../../main/sandbox/sandbox.ts';

/** One way glue might try to get out, or to keep others from running. */
export interface Attempt {
  readonly name: string;
  /** The unit's file; its tool is `tool(params)`. */
  readonly source: string;
  readonly limits?: Partial<SandboxJob['limits']>;
  readonly onCall?: SandboxJob['onCall'];
  /** How the run must end. */
  readonly ends: { readonly value: unknown } | { readonly error: ErrorCode };
}

/** An expression that must fail or give anything but code made from text. */
export const noCode = (name: string, expression: string): Attempt => ({
  name,
  source: `async function tool() {
    try {
      const made = await (${expression});
      return made === 'escaped' ? 'escaped' : 'nothing';
    } catch {
      return 'nothing';
    }
  }`,
  ends: { value: 'nothing' },
});

/** An expression that must be undefined or throw. */
export const notThere = (expression: string): Attempt => ({
  name: `reaches ${expression}`,
  source: `function tool() {
    try {
      return typeof (${expression});
    } catch {
      return 'undefined';
    }
  }`,
  ends: { value: 'undefined' },
});

const stop =
  (error: ErrorCode, limits: Partial<SandboxJob['limits']>) =>
  (name: string, source: string): Attempt => ({ name, source, limits, ends: { error } });

/** Must be stopped by the time limit, wherever it hides. */
export const runsOut = stop('limit-time', { timeoutMs: 300 });
/** Must be stopped by the memory limit. */
export const usesUp = stop('limit-memory', { timeoutMs: 20_000 });
/** An error of the glue's own, and nothing more. */
export const fails = stop('glue-error', {});

export const gives = (name: string, source: string, value: unknown): Attempt => ({
  name,
  source,
  ends: { value },
});
