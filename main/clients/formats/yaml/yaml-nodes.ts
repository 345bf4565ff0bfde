// The few questions asked of the yaml package's nodes; offsets are those of the text that was parsed.
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { Refusal } from '../../refusal.ts';

/** One document and no error; undefined for a text without a document. */
export function parseYaml(text: string): Document | undefined {
  const documents = parseAllDocuments(text, { prettyErrors: false });
  if (!Array.isArray(documents)) return undefined;
  for (const { errors } of documents as Document[]) {
    const [first] = errors;
    if (first === undefined) continue;
    const isDouble = first.code === 'DUPLICATE_KEY';
    throw new Refusal(
      isDouble ? 'duplicate-key' : 'parse-error',
      isDouble ? 'this name stands there twice' : first.message,
      first.pos[0],
    );
  }
  const [document, second] = documents as Document[];
  if (second !== undefined)
    throw new Refusal('parse-error', 'the file holds several documents', startOf(second));
  return document;
}

export function startOf(node: unknown): number {
  return (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? 0;
}

export function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === name);
}

/** Offset behind the last character of content; comments and empty lines behind it do not count. */
export function contentEnd(node: unknown): number {
  if (isPair(node)) {
    const value = node.value as Node | null;
    return isEmptyNull(value) ? contentEnd(node.key) : contentEnd(value);
  }
  if (isCollection(node) && node.flow !== true && node.items.length > 0)
    return contentEnd(node.items.at(-1));
  return (node as Node | null)?.range?.[1] ?? 0;
}

/** A key with nothing behind its colon. */
function isEmptyNull(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null && (node.source ?? '') === '');
}

export function isNullNode(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

export function kindOf(node: unknown): string {
  if (isMap(node)) return 'a map';
  if (isSeq(node)) return 'a list';
  return isAlias(node) ? 'an alias' : 'a single value';
}
