import { createContext, Script } from 'node:vm';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import type { ToolIndex } from './tool-index.ts';

// The gateway waits this long for a pattern and no longer: V8 ends a regular expression that backtracks
// when its time is over (seen on Node 20 to 26). Thousands of tools need a few milliseconds.
const patternLimitMs = 250;
const mostPattern = 1000;

const script = new Script('match()');

/** Tools whose name or description matches the pattern, without regard to case. */
export function matchPattern(index: ToolIndex, pattern: string): readonly ToolEntry[] {
  if (pattern.length > mostPattern)
    throw invalid(pattern, `is longer than ${mostPattern} characters; use query for plain words`);
  const expression = compile(pattern);
  const match = (): readonly ToolEntry[] =>
    index.entries.filter((_, at) => expression.test(index.texts[at] ?? ''));
  try {
    return script.runInContext(createContext({ match }), {
      timeout: patternLimitMs,
    }) as readonly ToolEntry[];
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw invalid(pattern, 'takes too long; use plain words in query instead', error);
  }
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
