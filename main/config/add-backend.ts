// Appends an entry to `backends:` in the user's YAML; comments, order and line ends of the rest stay.
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, parseDocument, stringify, type YAMLSeq } from 'yaml';

export type NewEntry = Readonly<Record<string, unknown>> & { readonly name: string };

/** New text of the file. Throws when `backends` is no list, or has the name already. */
export function addBackend(text: string, entry: NewEntry): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const before = listOf(document.toJS() as unknown);
  if (before.some((other) => (other as { name?: unknown } | null)?.name === entry.name))
    throw new Error(`a backend "${entry.name}" exists already; choose another name`);
  const expected = [...before, entry];
  const list = document.get('backends', true);
  const candidates = [
    isSeq(list) ? spliced(text, list, entry) : appended(text, document.contents, entry),
    rewritten(text, entry),
  ];
  for (const candidate of candidates) {
    if (
      candidate !== undefined &&
      isDeepStrictEqual(listOf(parseDocument(candidate).toJS()), expected)
    )
      return candidate;
  }
  throw new Error('backends could not be edited; add the entry by hand');
}

function listOf(value: unknown): readonly unknown[] {
  const backends = (value as { backends?: unknown } | null)?.backends ?? [];
  if (!Array.isArray(backends)) throw new Error('backends is not a list; correct it by hand');
  return backends as readonly unknown[];
}

/** `- name: …` lines after the last ones, with their indentation. */
function spliced(text: string, list: YAMLSeq, entry: NewEntry): string | undefined {
  const last = list.items.at(-1);
  const range = isMap(last) || isScalar(last) ? last.range : undefined;
  if (list.flow === true || !range) return undefined;
  const lineStart = text.lastIndexOf('\n', range[0] - 1) + 1;
  const lead = /^(\s*)-\s+$/.exec(text.slice(lineStart, range[0]));
  if (lead === null) return undefined;
  // The second end is that of the value; comments after it belong to what follows.
  const end = text.lastIndexOf('\n', range[1]) + 1;
  const at = text.slice(end, range[1]).trim() === '' ? end : text.length;
  const gap = at > 0 && text[at - 1] !== '\n' ? newline(text) : '';
  return `${text.slice(0, at)}${gap}${lines(entry, lead[1] ?? '', newline(text))}${text.slice(at)}`;
}

/** A file without the key, or with an empty one at its end. */
function appended(text: string, contents: unknown, entry: NewEntry): string | undefined {
  const isEmpty = contents === null || (isMap(contents) && !contents.has('backends'));
  if (!isEmpty) return undefined;
  const nl = newline(text);
  const gap = text === '' || text.endsWith('\n') ? '' : nl;
  return `${text}${gap}backends:${nl}${lines(entry, '  ', nl)}`;
}

function rewritten(text: string, entry: NewEntry): string {
  const document = parseDocument(text);
  const list = document.get('backends', true);
  if (isSeq(list)) {
    list.flow = false;
    list.add(document.createNode(entry));
  } else document.set('backends', document.createNode([entry]));
  return document.toString({ lineWidth: 0 }).replace(/\r?\n/g, newline(text));
}

function lines(entry: NewEntry, indent: string, nl: string): string {
  const [first = '', ...rest] = stringify(entry, { lineWidth: 0 }).trimEnd().split('\n');
  return [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)]
    .map((line) => `${line}${nl}`)
    .join('');
}

function newline(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
