import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CallResult } from '../backend.ts';

/**
 * What a glue function returned as an MCP result: `{ content, … }` as it is, any other object as one
 * JSON text, a text as one text, undefined as no content.
 */
export function toCallResult(value: unknown): CallResult {
  if (value === undefined) return { content: [] };
  if (typeof value === 'string') return text(value);
  if (!isResult(value)) return text(JSON.stringify(value));
  const parsed = CallToolResultSchema.safeParse(value);
  if (parsed.success) return value as CallResult;
  const [issue] = parsed.error.issues;
  throw new GatewayError(
    'glue-error',
    `returned content that is not MCP (${issue?.path.join('.') ?? 'content'}: ${issue?.message ?? 'not valid'}); return { content: [{ type: "text", text }] } or a plain object`,
  );
}

function isResult(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray((value as { content?: unknown }).content)
  );
}

function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] };
}
