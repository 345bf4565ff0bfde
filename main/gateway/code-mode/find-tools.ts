import { GatewayError } from '../../platform/gateway-error.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';

// Without a quantifier or a group a pattern cannot backtrack; anything else runs in the sandbox, where
// a runaway costs a second of an isolate and nothing else.
const harmless = /^[\w\s.|^$:-]*$/;
const patternLimitMs = 1000;

/** Tools whose name or description matches the pattern, without regard to case. */
export async function matchPattern(
  entries: readonly ToolEntry[],
  pattern: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<readonly ToolEntry[]> {
  const compiled = compile(pattern);
  const texts = entries.map(
    ({ canonicalName, tool }) => `${canonicalName}\n${(tool.description ?? '').slice(0, 500)}`,
  );
  if (harmless.test(pattern))
    return entries.filter((_, index) => compiled.test(texts[index] ?? ''));
  const { value } = await sandbox
    .run({
      label: 'Pattern',
      files: [
        {
          name: 'pattern.js',
          source:
            'function match(pattern, texts) { const re = new RegExp(pattern, "i"); return texts.map((text) => re.test(text)); }',
        },
      ],
      entry: { kind: 'function', name: 'match', args: [pattern, texts] },
      bridge: { global: 'none' },
      limits: { timeoutMs: patternLimitMs, memoryMb: 64, calls: 0, resultBytes: 1_000_000 },
      onCall: () => Promise.resolve({ ok: false, error: { code: 'internal', message: 'none' } }),
      signal,
    })
    .catch((error: unknown) => {
      if (error instanceof GatewayError && error.code === 'cancelled') throw error;
      throw invalid(pattern, 'takes too long; use plain words in query instead', error);
    });
  const hits = Array.isArray(value) ? (value as unknown[]) : [];
  return entries.filter((_, index) => hits[index] === true);
}

/** Tools that share words with the query, best first; a name counts more than a description. */
export function rankByText(entries: readonly ToolEntry[], query: string): readonly ToolEntry[] {
  const words = splitWords(query);
  return entries
    .map((entry, order) => ({ entry, order, score: score(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map(({ entry }) => entry);
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(
      pattern,
      `is not a regular expression (${reason}); use query for plain words`,
      error,
    );
  }
}

function invalid(pattern: string, why: string, cause: unknown): GatewayError {
  return new GatewayError('invalid-arguments', `The pattern "${pattern.slice(0, 80)}" ${why}`, {
    cause,
  });
}

function score({ canonicalName, tool }: ToolEntry, words: readonly string[]): number {
  const name = splitWords(canonicalName);
  const rest = new Set([
    ...splitWords(tool.description ?? ''),
    ...(tool.tags ?? []).flatMap(splitWords),
  ]);
  return words.reduce((sum, word) => {
    if (name.includes(word)) return sum + 4;
    if (name.some((part) => part.startsWith(word) || (part.length > 3 && word.startsWith(part))))
      return sum + 2;
    if (rest.has(word)) return sum + 1.5;
    return [...rest].some((part) => part.startsWith(word)) ? sum + 0.5 : sum;
  }, 0);
}

function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
