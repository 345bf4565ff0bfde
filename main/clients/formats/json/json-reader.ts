// A reader for JSON with or without comments and trailing commas that keeps every offset. JSON.parse has none, and
// jsonc-parser needs a second for the 7 MB that `.claude.json` can have; this one needs a tenth of that. It never
// recurses: state files are machine-made and may nest deeply.
import { Refusal } from '../../refusal.ts';

export interface JsonDialect {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** Reads what is there, but writes as if there were neither: nobody knows whether the client minds. */
  readonly writesStrict?: boolean;
}

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'word';
  readonly start: number;
  end: number;
  /** Empty for scalars. */
  readonly members: JsonMember[];
}

export interface JsonMember {
  /** Start of the key, or of the value in an array. */
  readonly start: number;
  /** End of the key's quotes; -1 in an array. */
  readonly keyEnd: number;
  readonly value: JsonNode;
  /** Offset of the comma behind it, -1 when there is none. */
  comma: number;
}

const noMembers: JsonMember[] = [];
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordForm = /true|false|null/y;

/** Undefined for a text without a value: blank, or comments only where they are allowed. */
export function readJson(text: string, dialect: JsonDialect): JsonNode | undefined {
  const open: { node: JsonNode; keyStart: number; keyEnd: number }[] = [];
  let at = skipTrivia(text, 0, dialect);
  if (at === text.length) return undefined;
  // A cast, since the assignments below are in a function of its own.
  let isFirst = true as boolean;
  for (;;) {
    const parent = open.at(-1);
    if (parent !== undefined) {
      // Before a member, or the bracket that closes the parent.
      const closer = parent.node.kind === 'object' ? '}' : ']';
      if (text[at] === closer) {
        if (!isFirst && !dialect.trailingCommas)
          fail(text, at, 'a comma stands before the closing bracket, which this client refuses');
        parent.node.end = at + 1;
        at += 1;
        open.pop();
        const done = finish(parent.node, at);
        if (done !== undefined) return done;
        continue;
      }
      if (parent.node.kind === 'object') {
        if (text[at] !== '"') fail(text, at, 'expected a quoted name');
        parent.keyStart = at;
        parent.keyEnd = readString(text, at);
        at = skipTrivia(text, parent.keyEnd, dialect);
        if (text[at] !== ':') fail(text, at, 'expected a colon after the name');
        at = skipTrivia(text, at + 1, dialect);
      } else {
        parent.keyStart = at;
        parent.keyEnd = -1;
      }
    }
    const node = readValueStart(text, at);
    if (node.kind === 'object' || node.kind === 'array') {
      open.push({ node, keyStart: at, keyEnd: -1 });
      at = skipTrivia(text, at + 1, dialect);
      isFirst = true;
      continue;
    }
    at = node.end;
    const done = finish(node, at);
    if (done !== undefined) return done;
  }

  /** A value has ended: hangs it on its parent and steps over the comma. Returns the root at the very end. */
  function finish(node: JsonNode, end: number): JsonNode | undefined {
    at = skipTrivia(text, end, dialect);
    const parent = open.at(-1);
    if (parent === undefined) {
      if (at < text.length) fail(text, at, 'the document has ended, but more text follows');
      return node;
    }
    const isObject = parent.node.kind === 'object';
    const member = { start: parent.keyStart, keyEnd: parent.keyEnd, value: node, comma: -1 };
    parent.node.members.push(member);
    if (text[at] === ',') {
      member.comma = at;
      at = skipTrivia(text, at + 1, dialect);
      isFirst = false;
    } else if (text[at] === (isObject ? '}' : ']')) {
      isFirst = true;
    } else {
      fail(text, at, `expected a comma or "${isObject ? '}' : ']'}"`);
    }
    return undefined;
  }
}

function readValueStart(text: string, at: number): JsonNode {
  const first = text[at];
  if (first === '{') return { kind: 'object', start: at, end: -1, members: [] };
  if (first === '[') return { kind: 'array', start: at, end: -1, members: [] };
  if (first === '"') return scalar('string', at, readString(text, at));
  for (const [kind, form] of [
    ['number', numberForm],
    ['word', wordForm],
  ] as const) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null && !/[\w.+-]/.test(text[at + found[0].length] ?? ''))
      return scalar(kind, at, at + found[0].length);
  }
  return fail(text, at, 'expected a value');
}

function scalar(kind: JsonNode['kind'], start: number, end: number): JsonNode {
  return { kind, start, end, members: noMembers };
}

/** Returns the offset after the closing quote. */
function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return fail(text, at, 'a string holds a line break or control character');
    if (code !== 0x5c) continue;
    at += 1;
    const escaped = text[at] ?? '';
    if (escaped === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4;
    else if (!'"\\/bfnrt'.includes(escaped) || escaped === '')
      return fail(text, at - 1, `"\\${escaped}" is no valid escape in a string`);
  }
  return fail(text, start, 'this string never ends');
}

/** Steps over blanks, line breaks and, where allowed, comments. */
function skipTrivia(text: string, start: number, { comments }: JsonDialect): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
      at += 1;
      continue;
    }
    if (code !== 0x2f || (text[at + 1] !== '/' && text[at + 1] !== '*')) return at;
    if (!comments) return fail(text, at, 'this client reads no comments in its file');
    at = commentEnd(text, at);
  }
}

/** Offset after the comment that begins at `start`; a line comment's line break is not part of it. */
export function commentEnd(text: string, start: number): number {
  if (text[start + 1] === '/') {
    const found = /[\r\n]/.exec(text.slice(start, start + 400));
    if (found !== null) return start + found.index;
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    return text[end - 1] === '\r' ? end - 1 : end;
  }
  const end = text.indexOf('*/', start + 2);
  return end === -1 ? fail(text, start, 'this comment never ends') : end + 2;
}

function fail(text: string, at: number, message: string): never {
  const place = at >= text.length ? 'the file ends too early: ' : '';
  throw new Refusal('parse-error', `${place}${message}`, at);
}

export function nameOf(text: string, member: JsonMember): string {
  return member.keyEnd === -1
    ? ''
    : (JSON.parse(text.slice(member.start, member.keyEnd)) as string);
}

/** Plain data of one value; for entries, not for whole state files. */
export function valueOf(text: string, node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(
        node.members.map((member) => [nameOf(text, member), valueOf(text, member.value)]),
      );
    case 'array':
      return node.members.map((member) => valueOf(text, member.value));
    default:
      return JSON.parse(text.slice(node.start, node.end));
  }
}
