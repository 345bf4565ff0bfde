import type { CallResult } from '../../backend.ts';

export interface ResultFacts {
  readonly warnings?: readonly string[] | undefined;
  readonly cut?: { readonly shown: number; readonly total: number } | undefined;
  readonly paging?: Readonly<Record<string, unknown>> | undefined;
}

/** One text block: JSON, or a text as it is. What else is known goes into `_meta`. */
export function toCallResult(value: unknown, facts: ResultFacts = {}): CallResult {
  const { warnings = [], cut, paging = {} } = facts;
  const meta = {
    ...(typeof value === 'string' && { format: 'text' }),
    ...(Object.keys(paging).length > 0 && { pagination: paging }),
    ...(cut !== undefined && { max_items: cut }),
    ...(warnings.length > 0 && { warnings }),
  };
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return {
    content: [{ type: 'text', text }],
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** The value a result was made of; a text that looks like JSON stays one. */
export function fromCallResult({ content, _meta }: CallResult): unknown {
  const [first] = content;
  if (first?.type !== 'text') return content;
  if (_meta?.['format'] === 'text') return first.text;
  try {
    return JSON.parse(first.text) as unknown;
  } catch {
    return first.text;
  }
}
