import {
  isMap,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
} from 'yaml';
import type { Problem } from './problem.ts';
import { yamlMessage } from './yaml-message.ts';

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A parsed file that still knows where each value stands. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  /** Plain value of the whole file; `undefined` for an empty file. */
  readonly value: unknown;
  /** Place of the value at `path`, or of the key `key` in the mapping there; the nearest parent if absent. */
  placeOf(path: readonly PropertyKey[], key?: string): Place;
}

// Ours are hand-written files; a bigger one is a mistake, and aliases in it could grow without bound.
const maxBytes = 1_000_000;

/** Parses YAML 1.2; a syntax error or duplicate key is a problem with its place. */
export function parseYaml(
  file: string,
  text: string,
  subject: string,
): { readonly source: YamlSource } | { readonly problems: readonly Problem[] } {
  if (Buffer.byteLength(text) > maxBytes) {
    const message = `the file has ${Buffer.byteLength(text)} bytes, at most ${maxBytes} are read`;
    return { problems: [{ subject, file, message, severity: 'error' }] };
  }
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (document.errors.length > 0) {
    // After a token in the wrong place everything that follows is one too: the first says it.
    const errors = document.errors.filter(
      ({ code }, index) => index === 0 || code !== 'UNEXPECTED_TOKEN',
    );
    return {
      problems: errors.map((error) => {
        const { line, col } = counter.linePos(error.pos[0]);
        const message = yamlMessage(error, text);
        return { subject, file, line, column: col, message, severity: 'error' };
      }),
    };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = reason.startsWith('Excessive alias')
      ? 'the aliases (*name) stand for too many values; write the values out'
      : reason;
    return { problems: [{ subject, file, line: 1, column: 1, message, severity: 'error' }] };
  }
  return {
    source: {
      file,
      text,
      document,
      value: value ?? undefined,
      placeOf: (path, key) => placeOf(document, counter, path, key),
    },
  };
}

function placeOf(
  document: Document,
  counter: LineCounter,
  path: readonly PropertyKey[],
  key: string | undefined,
): Place {
  const at = (offset: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (key !== undefined && length === path.length && isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && item.key.value === key,
      );
      const range = isScalar(pair?.key) ? pair.key.range : undefined;
      if (range) return at(range[0]);
    }
    const range = (node as Node | null | undefined)?.range;
    if (range) return at(range[0]);
  }
  return { line: 1, column: 1 };
}
