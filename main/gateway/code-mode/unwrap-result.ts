import type { CallResult } from '../../backends/backend.ts';

/** What a script gets from a tool: JSON text parsed, other text as it is, several blocks as a list. */
export function unwrapResult(result: CallResult): unknown {
  const values = result.content.map((block) =>
    block.type === 'text' ? parseText(block.text) : block,
  );
  if (values.length === 0) return result.structuredContent ?? null;
  return values.length === 1 ? values[0] : values;
}

/** The text of a failed result, for the exception's message. */
export function errorText(result: CallResult): string {
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.join('\n') || 'the tool reported an error without a text';
}

function parseText(text: string): unknown {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return text;
  try {
    const value = JSON.parse(text) as unknown;
    // `1.10` is a version and a number of twenty digits an id: what a number would lose stays a text.
    return typeof value === 'number' && String(value) !== text.trim() ? text : value;
  } catch {
    return text;
  }
}
