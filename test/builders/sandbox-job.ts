import type { SandboxJob } from '../../main/sandbox/sandbox.ts';

const limits = { timeoutMs: 5000, memoryMb: 64, calls: 1000, resultBytes: 10 * 1024 * 1024 };

export type JobChanges = Partial<Omit<SandboxJob, 'limits'>> & {
  readonly limits?: Partial<SandboxJob['limits']>;
};

/** A unit's tool `tool`, written as one file `glue.js`, over a sub-backend `db` that answers with its arguments. */
export function glueJob(source: string, changes: JobChanges = {}): SandboxJob {
  return {
    label: 'Unit "demo"',
    files: [{ name: 'glue.js', source }],
    entry: { kind: 'function', name: 'tool', args: [{}] },
    bridge: { global: 'api', names: ['db', 'files'] },
    onCall: ({ args }) => Promise.resolve({ ok: true, value: args }),
    ...changes,
    limits: { ...limits, ...changes.limits },
  };
}

/** A model's script: the body of an async function over `toolmesh`. */
export function scriptJob(source: string, changes: JobChanges = {}): SandboxJob {
  return glueJob(source, {
    label: 'Script',
    files: [{ name: 'script.js', source }],
    entry: { kind: 'script' },
    bridge: { global: 'toolmesh' },
    ...changes,
  });
}
