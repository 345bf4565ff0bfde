import { GatewayError } from '../../platform/gateway-error.ts';
import { TimeBox } from '../../platform/time-box.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import type { ToolIndex } from './tool-index.ts';

// The gateway waits this long for a pattern and no longer. Thousands of tools need a few milliseconds.
const patternLimitMs = 250;
const mostPattern = 1000;

/** Tools whose name or description matches the pattern, without regard to case. */
export function matchPattern(index: ToolIndex, pattern: string): readonly ToolEntry[] {
  if (pattern.length > mostPattern)
    throw invalid(pattern, `is longer than ${mostPattern} characters; use query for plain words`);
  const expression = compile(pattern);
  const match = (): readonly ToolEntry[] =>
    index.entries.filter((_, at) => expression.test(index.texts[at] ?? ''));
  const matched = new TimeBox().run(match, patternLimitMs);
  if (matched !== undefined) return matched.value;
  throw invalid(pattern, 'takes too long; use plain words in query instead');
}

// With `m`, `^` and `$` are the ends of the name, not of name and description together.
function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'im');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const why = `is not a regular expression (${reason}); use query for plain words`;
    throw invalid(pattern, why, error);
  }
}

function invalid(pattern: string, why: string, cause?: unknown): GatewayError {
  const text = `The pattern "${pattern.slice(0, 80)}" ${why}`;
  return new GatewayError('invalid-arguments', text, { cause });
}
