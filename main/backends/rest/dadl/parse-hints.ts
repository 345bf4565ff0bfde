// Hints reach the model inside a tool's description, so a file must not be able to give orders there.
import type { Findings } from './findings.ts';
import { isMap, type RawMap } from './read-value.ts';
import { scalarText } from './scalar-text.ts';

type Hints = readonly (readonly [string, string])[];

const suspicious: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/|www\./i, 'holds a URL'],
  [
    /\b(ignore|disregard|forget)\b.{0,40}\b(instruction|previous|above|prior|rule)/i,
    'gives instructions to the model',
  ],
  [
    /\b(you must|you should always|always call|do not tell|don't tell|never tell|instead of asking)\b/i,
    'gives instructions to the model',
  ],
  [
    /\b(system prompt|system message|developer message|as an? (admin|administrator|operator|developer))\b/i,
    'claims an authority',
  ],
  [
    /\b(curl|wget|bash|sudo|powershell|chmod|rm -rf)\b\s+[-/\w]|`[^`]*`\s*\||\$\(/i,
    'holds a shell command',
  ],
];

/** The harmless hints of every tool; a nested value or one that addresses the model is dropped with a warning. */
export function parseHints(
  hints: RawMap,
  names: ReadonlySet<string>,
  findings: Findings,
): ReadonlyMap<string, Hints> {
  const all = new Map<string, Hints>();
  for (const [tool, value] of Object.entries(hints)) {
    const path = ['backend', 'hints', tool];
    if (!names.has(tool)) {
      findings.warn(path, `there is no tool "${tool}"; its hints are ignored`);
      continue;
    }
    if (!isMap(value)) {
      findings.warn(path, 'expected a mapping of short texts; it is ignored');
      continue;
    }
    const kept = Object.entries(value).flatMap(([key, text]): Hints => {
      const why = whyNot(key, text);
      if (why === undefined) return [[key, scalarText(text)]];
      findings.warn([...path, key], `${why}; the hint is dropped`);
      return [];
    });
    all.set(tool, kept);
  }
  return all;
}

function whyNot(key: string, text: unknown): string | undefined {
  if (typeof text === 'object') return 'is not a short text';
  return suspicious.find(([pattern]) => pattern.test(`${key}: ${scalarText(text)}`))?.[1];
}
