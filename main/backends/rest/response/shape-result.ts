import { replaceAtPath, selectPath } from '../dadl/json-path.ts';
import type { ResponseSpec } from '../dadl/model.ts';
import { invalidInput, RestFailure } from '../rest-failure.ts';
import type { Transformer } from '../jq/transformer.ts';
import type { Page, PageBody } from './read-reply.ts';

export interface Shaped {
  readonly value: unknown;
  readonly warnings: readonly string[];
  /** Set when `max_items` cut a list. */
  readonly cut?: { readonly shown: number; readonly total: number } | undefined;
}

/** The part of one page that `result_path` selects; the whole body, and no transform, when it matches nothing. */
export function extractResult(
  { resultPath, redact }: ResponseSpec,
  body: PageBody,
  warnings: string[],
): { readonly value: unknown; readonly mayTransform: boolean } {
  if (body.kind === 'empty') return { value: null, mayTransform: false };
  if (body.kind === 'text') {
    if (redact.length > 0) throw closed('it is not JSON');
    return { value: body.text, mayTransform: false };
  }
  if (resultPath === undefined) return { value: body.value, mayTransform: true };
  const match = selectPath(resultPath, body.value);
  if (match.found) return { value: match.value, mayTransform: true };
  if (redact.length > 0) throw closed(`result_path ${resultPath.text} matches nothing`);
  warnings.push(`result_path ${resultPath.text} matches nothing; the whole body is returned`);
  return { value: body.value, mayTransform: false };
}

/** Transform, redaction, the caller's own filter and the cut, in this order. */
export async function shapeResult(
  spec: ResponseSpec,
  extracted: { readonly value: unknown; readonly mayTransform: boolean },
  ownFilter: string | undefined,
  transformer: Transformer,
  warnings: string[],
): Promise<Shaped> {
  let { value } = extracted;
  if (extracted.mayTransform && spec.transform !== undefined)
    value = await transform(spec, value, transformer, warnings);
  for (const path of spec.redact) value = replaceAtPath(path, value, '[REDACTED]');
  if (ownFilter !== undefined) {
    value = await transformer.run(ownFilter, value, 1000).catch((error: unknown) => {
      throw invalidInput(`_jq: ${reason(error)}`);
    });
  }
  const { maxItems } = spec;
  if (maxItems === undefined || !Array.isArray(value) || value.length <= maxItems)
    return { value, warnings };
  return {
    value: value.slice(0, maxItems),
    warnings,
    cut: { shown: maxItems, total: value.length },
  };
}

async function transform(
  { transform: filter = '.', redact }: ResponseSpec,
  value: unknown,
  transformer: Transformer,
  warnings: string[],
): Promise<unknown> {
  try {
    return await transformer.run(filter, value, 2000);
  } catch (error) {
    if (redact.length > 0) throw closed('its transform failed');
    warnings.push(`transform failed (${reason(error)}); the value before it is returned`);
    return value;
  }
}

/** Something stands between the answer and its redaction: nothing of the answer may leave. */
function closed(why: string): RestFailure {
  return new RestFailure('internal', `the answer cannot be redacted, so it is withheld: ${why}`);
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** What paging and the file say about more results, for `_meta.pagination`; undefined when there is nothing. */
export function pagingFacts(
  spec: ResponseSpec,
  page: Page,
): Readonly<Record<string, unknown>> | undefined {
  if (spec.metadataPath === undefined || page.body.kind !== 'json') return undefined;
  const match = selectPath(spec.metadataPath, page.body.value);
  return match.found ? { metadata: match.value } : undefined;
}
