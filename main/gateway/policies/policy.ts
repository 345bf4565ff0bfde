/** One file of the policies folder. */
export interface Policy {
  /** File name: `read-only.js`. */
  readonly name: string;
  readonly source: string;
  /** Why it cannot run. Nobody knows what it would have denied, so it denies everything. */
  readonly broken?: string | undefined;
}

export const phases = ['pre', 'post'] as const;
export type Phase = (typeof phases)[number];
