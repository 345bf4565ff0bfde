// Where the tables, keys and values of a TOML text lie. The text has passed a real TOML 1.0 parser before, so this only
// finds places; it never decides what is valid.

export interface TomlPair {
  /** Keys of this pair alone; dotted keys have several. */
  readonly keys: readonly string[];
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface TomlTable {
  readonly path: readonly string[];
  /** `[[path]]`: one more item of a list. */
  readonly isItem: boolean;
  /** Offset of its first bracket, 0 for what stands before the first header. */
  readonly start: number;
  readonly headerEnd: number;
  readonly pairs: TomlPair[];
}

/** In the order of the file; the first is the root. */
export function readTables(text: string): readonly TomlTable[] {
  let table: TomlTable = { path: [], isItem: false, start: 0, headerEnd: 0, pairs: [] };
  const tables = [table];
  let at = 0;
  while ((at = skipFiller(text, at)) < text.length) {
    if (text[at] === '[') {
      const isItem = text[at + 1] === '[';
      const { keys, end } = readKeys(text, at + (isItem ? 2 : 1));
      const headerEnd = text.indexOf(']', end) + (isItem ? 2 : 1);
      table = { path: keys, isItem, start: at, headerEnd, pairs: [] };
      tables.push(table);
      at = headerEnd;
    } else {
      const pair = readPair(text, at);
      table.pairs.push(pair);
      at = pair.valueEnd;
    }
  }
  return tables;
}

function readPair(text: string, start: number): TomlPair {
  const { keys, end } = readKeys(text, start);
  const valueStart = skipSpace(text, text.indexOf('=', end) + 1);
  return { keys, start, valueStart, valueEnd: valueEnd(text, valueStart) };
}

/** Parts of an inline table or list, with the offset of the comma behind each (-1 for none). */
export function readInline(text: string, start: number): readonly (TomlPair & { comma: number })[] {
  const isTable = text[start] === '{';
  const parts: (TomlPair & { comma: number })[] = [];
  let at = skipFiller(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const pair = isTable
      ? readPair(text, at)
      : { keys: [], start: at, valueStart: at, valueEnd: valueEnd(text, at) };
    at = skipFiller(text, pair.valueEnd);
    const comma = text[at] === ',' ? at : -1;
    parts.push({ ...pair, comma });
    if (comma !== -1) at = skipFiller(text, at + 1);
  }
  return parts;
}

function readKeys(text: string, start: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let at = skipSpace(text, start);
  for (;;) {
    const quote = text[at];
    const end = quote === '"' || quote === "'" ? stringEnd(text, at) : bareEnd(text, at);
    const raw = text.slice(at, end);
    keys.push(quote === '"' ? unescapeKey(raw) : quote === "'" ? raw.slice(1, -1) : raw);
    at = skipSpace(text, end);
    if (text[at] !== '.') return { keys, end: at };
    at = skipSpace(text, at + 1);
  }
}

// TOML's escapes are JSON's and \UXXXXXXXX (and \e, which no name of ours holds).
function unescapeKey(raw: string): string {
  const json = raw.replace(/\\(U([0-9a-fA-F]{8})|.)/g, (all, _one, code: string | undefined) =>
    code === undefined
      ? all
      : JSON.stringify(String.fromCodePoint(parseInt(code, 16))).slice(1, -1),
  );
  try {
    return JSON.parse(json) as string;
  } catch {
    return raw;
  }
}

function bareEnd(text: string, start: number): number {
  let at = start;
  while (/[A-Za-z0-9_-]/.test(text[at] ?? '')) at += 1;
  return at;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"' || first === "'") return stringEnd(text, start);
  if (first === '{' || first === '[') {
    let at = start + 1;
    for (;;) {
      at = skipFiller(text, at);
      const now = text[at];
      if (now === undefined) return text.length;
      if (now === '}' || now === ']') return at + 1;
      if (now === '"' || now === "'") at = stringEnd(text, at);
      else if (now === '{' || now === '[') at = valueEnd(text, at);
      else at += 1;
    }
  }
  let at = start;
  while (at < text.length && !/[,\]}#\r\n]/.test(text[at] ?? '')) at += 1;
  while (/\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

function stringEnd(text: string, start: number): number {
  const quote = text[start] ?? '';
  const escapes = quote === '"';
  const triple = quote.repeat(3);
  if (text.startsWith(triple, start)) {
    let at = start + 3;
    while (at < text.length && !text.startsWith(triple, at))
      at += escapes && text[at] === '\\' ? 2 : 1;
    at += 3;
    // Up to two more quotes belong to the content.
    while (text[at] === quote && at - start < text.length) at += 1;
    return at;
  }
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += escapes && text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

/** Blanks, line breaks and comments. */
function skipFiller(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    if (text[at] !== '#') return at;
    const end = text.indexOf('\n', at);
    at = end === -1 ? text.length : end + 1;
  }
}
