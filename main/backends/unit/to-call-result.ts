import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallResult } from '../backend.ts';
import { valueAt } from '../../platform/value-at.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a glue function returned as an MCP result: `{ content, … }` as it is, any other value as its JSON in
 * one text, a text as one text, undefined as no content.
 */
export function toCallResult(value: unknown): CallResult {
  if (value === undefined) return { content: [] };
  if (typeof value === 'string') return text(value);
  if (!isResult(value)) return text(JSON.stringify(value));
  const { content, _meta, structuredContent, isError } = value;
  // Nothing else is MCP. A sub-backend's raw result has its `_meta` as `metadata`, which no gate looks at.
  const result = {
    content,
    ...(_meta !== undefined && { _meta }),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
  };
  const parsed = CallToolResultSchema.safeParse(result);
  if (parsed.success) return result as CallResult;
  const [issue] = parsed.error.issues;
  throw new GatewayError(
    'glue-error',
    `returned content that is not MCP (${issue?.path.join('.') ?? 'content'}: got ${shownAt(result, issue?.path ?? [])}); return { content: [{ type: "text", text }] } or a plain object`,
  );
}

/**
 * The same for a tool that declares what it answers: a plain object is its structured answer too, and
 * `fault` says what of it does not fit.
 */
export function toStructuredResult(
  value: unknown,
  fault: (structured: unknown) => string | undefined,
): CallResult {
  const result = toCallResult(value);
  if (result.isError === true) return result;
  const structured = result.structuredContent ?? (isPlain(value) ? value : undefined);
  if (structured === undefined)
    throw new GatewayError(
      'glue-error',
      'declares an outputSchema, but returned no object; return one, or { content, structuredContent }',
    );
  const why = fault(structured);
  if (why !== undefined)
    throw new GatewayError(
      'glue-error',
      `returned what does not fit its outputSchema: ${why}; correct the value or the schema`,
    );
  return { ...result, structuredContent: structured };
}

/** What stands at the path, by its kind: a piece of the value itself might be a piece of a key. */
function shownAt(result: unknown, path: readonly PropertyKey[]): string {
  const value = valueAt(result, path);
  if (value === undefined || value === null) return value === null ? 'null' : 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (!isFields(value)) return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  const { type } = value;
  return typeof type === 'string'
    ? `an object of type ${JSON.stringify(type.slice(0, 30))}`
    : 'an object without a type';
}

function isResult(value: unknown): value is Fields {
  return isFields(value) && Array.isArray(value['content']);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isFields(value) && !isResult(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] };
}
