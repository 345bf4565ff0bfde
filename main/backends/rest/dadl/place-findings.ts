import { isPair, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Finding, KeyPath } from './findings.ts';

export interface PlacedFinding {
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

// Finding one key again walks down from the root: a file with thousands of slips is told about the first.
const mostPlaced = 200;

/**
 * The findings with the places of their keys. The file is read a second time with a slower parser that keeps
 * places: hardly any file needs it, and loading stays fast.
 */
export function placeFindings(
  text: string,
  findings: readonly Finding[],
): readonly PlacedFinding[] {
  if (findings.length === 0) return [];
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [syntax] = document.errors;
  return findings.map(({ path, message }, index) => {
    const offset =
      syntax === undefined
        ? index < mostPlaced
          ? keyOffset(document, path)
          : undefined
        : syntax.pos[0];
    if (offset === undefined) return { message };
    const { line, col } = counter.linePos(offset);
    return { message, line, column: col };
  });
}

/** Where the key itself stands; the nearest parent's place when the key is missing or behind an alias. */
function keyOffset(document: Document, path: KeyPath): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    let found: number | undefined;
    if (typeof parent !== 'object' || parent === null) continue;
    visit(parent as Document, {
      Pair(_, pair) {
        if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(key)) {
          found = pair.key.range?.[0];
          return visit.BREAK;
        }
        return visit.SKIP;
      },
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
