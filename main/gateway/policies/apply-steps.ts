import { z } from 'zod';
import type { CallResult } from '../../backends/backend.ts';
import { denied, type PolicyStep } from './run-policies.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  readonly by: string;
  readonly before: Fields;
  readonly after: Fields;
}

interface State {
  readonly params: Fields;
  readonly result?: CallResult;
}

export interface Applied extends State {
  readonly changes: readonly Change[];
  readonly metaRemoved: readonly string[];
}

const paramsShape = z.record(z.string(), z.unknown());
const contentShape = z.array(z.looseObject({ type: z.string() }));

/** Carries out what the policies changed. What is no longer a call or a result is a denial. */
export function applySteps(tool: string, steps: readonly PolicyStep[], start: State): Applied {
  let { params, result } = start;
  const changes: Change[] = [];
  const metaRemoved: string[] = [];
  for (const step of steps) {
    const by = step.policy;
    if (step.params !== undefined) {
      const after = fit(paramsShape, step.params.value, 'ctx.params', 'an object', by, tool);
      changes.push({ by, before: params, after });
      params = after;
    }
    if (result === undefined) continue;
    if (step.content !== undefined) {
      const what = 'an array of blocks with a type';
      const content = fit(contentShape, step.content.value, 'ctx.response.content', what, by, tool);
      changes.push({ by, before: { content: result.content }, after: { content } });
      // Blocks of any type pass: the policy may hand on what the backend sent.
      result = { ...result, content: content as unknown as CallResult['content'] };
    }
    if (step.structuredContent !== undefined) {
      const { structuredContent: before, ...rest } = result;
      const { value } = step.structuredContent;
      const name = 'ctx.response.structuredContent';
      const after =
        value === undefined ? undefined : fit(paramsShape, value, name, 'an object', by, tool);
      changes.push({
        by,
        before: { structuredContent: before },
        after: { structuredContent: after },
      });
      result = after === undefined ? rest : { ...rest, structuredContent: after };
    }
    if (step.metaRemoved !== undefined) {
      metaRemoved.push(...step.metaRemoved);
      result = withoutMeta(result, step.metaRemoved);
    }
  }
  return { params, ...(result && { result }), changes, metaRemoved };
}

/** A result without some `_meta` branches, and without `_meta` when none is left. */
export function withoutMeta(result: CallResult, removed: readonly string[]): CallResult {
  const { _meta = {}, ...rest } = result;
  const kept = Object.entries(_meta).filter(([branch]) => !removed.includes(branch));
  return kept.length === 0 ? rest : { ...rest, _meta: Object.fromEntries(kept) };
}

function fit<T>(
  shape: z.ZodType<T>,
  value: unknown,
  field: string,
  what: string,
  policy: string,
  tool: string,
): T {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const why = `left ${field} without ${what}, so "${tool}" is denied`;
  throw denied(policy, tool, `Policy "${policy}" ${why}`);
}
