// Adds or removes one rule of access.overrides in the user's settings.yaml; all other bytes stay. The result
// is parsed again and compared before anybody writes it.
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { newline, rangeOf } from './yaml-layout.ts';

/** As it stands in the file. */
export interface OverrideRule {
  readonly tool?: string | undefined;
  readonly unit?: string | undefined;
  readonly class?: string | undefined;
  readonly access?: string | undefined;
  readonly decision: string;
}

/** The first rule that fits decides, so a new one goes first. One that says the same is not written twice. */
export function addOverride(text: string, rule: OverrideRule): string {
  const before = rulesOf(text);
  const plain = plainRule(rule);
  if (isDeepStrictEqual(before[0], plain)) return text;
  return firstThatHolds(text, [plain, ...before], [spliced(text, plain), rewritten]);
}

/** `rule` is what stands at the index: a file that has changed meanwhile is left alone. */
export function removeOverride(text: string, index: number, rule: OverrideRule): string {
  const before = rulesOf(text);
  if (!isDeepStrictEqual(before[index], plainRule(rule)))
    throw new Error(`access.overrides has changed meanwhile; look again`);
  const after = before.filter((_rule, at) => at !== index);
  return firstThatHolds(text, after, [cut(text, index), rewritten]);
}

export function rulesOf(text: string): readonly unknown[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const root = document.toJS() as { access?: { overrides?: unknown } | null } | null;
  const list = root?.access?.overrides ?? [];
  if (!Array.isArray(list)) throw new Error('access.overrides is not a list; correct it by hand');
  return list;
}

function plainRule(rule: OverrideRule): Record<string, string> {
  const keys = ['tool', 'unit', 'class', 'access', 'decision'] as const;
  return Object.fromEntries(
    keys.flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]]])),
  );
}

type Candidate = string | undefined | ((text: string, after: readonly unknown[]) => string);

function firstThatHolds(
  text: string,
  after: readonly unknown[],
  candidates: readonly Candidate[],
): string {
  const root = (parseDocument(text).toJS() ?? {}) as { access?: object | null };
  const expected = { ...root, access: { ...root.access, overrides: after } };
  for (const candidate of candidates) {
    const made = typeof candidate === 'function' ? candidate(text, after) : candidate;
    if (made === undefined) continue;
    const parsed = parseDocument(made);
    if (parsed.errors.length === 0 && isDeepStrictEqual(parsed.toJS(), expected)) return made;
  }
  throw new Error('access.overrides could not be edited; change it by hand');
}

function spliced(text: string, rule: Record<string, string>): string | undefined {
  const nl = newline(text);
  const document = parseDocument(text);
  const access = document.get('access', true);
  const list = document.getIn(['access', 'overrides'], true);
  if (isSeq(list)) return intoList(text, list, flowOf(rule), nl);
  if (list !== undefined && !(isScalar(list) && list.value === null)) return undefined;
  if (access === undefined) {
    const end = text === '' || text.endsWith('\n') ? '' : nl;
    return `${text}${end}access:${nl}  overrides:${nl}    - ${flowOf(rule)}${nl}`;
  }
  if (!isMap(access) || access.flow === true || list !== undefined) return undefined;
  const column = columnOf(text, access);
  const end = endOf(access);
  if (column === undefined || end === undefined) return undefined;
  const lines = `${column}overrides:${nl}${column}  - ${flowOf(rule)}${nl}`;
  const lineEnd = text.indexOf('\n', Math.max(0, end - 1));
  if (lineEnd === -1) return `${text}${nl}${lines}`;
  return `${text.slice(0, lineEnd + 1)}${lines}${text.slice(lineEnd + 1)}`;
}

function intoList(text: string, list: YAMLSeq, rule: string, nl: string): string | undefined {
  const first = rangeOf(list.items[0]);
  const own = rangeOf(list);
  if (own === undefined) return undefined;
  if (list.flow === true) {
    if (first === undefined) return `${text.slice(0, own[0])}[${rule}]${text.slice(own[1])}`;
    return `${text.slice(0, first[0])}${rule}, ${text.slice(first[0])}`;
  }
  if (first === undefined) return undefined;
  const lineStart = text.lastIndexOf('\n', first[0] - 1) + 1;
  const lead = text.slice(lineStart, first[0]);
  if (!/^\s*-\s+$/.test(lead)) return undefined;
  // Above the comments of the rule that was first: they stay with it.
  let at = lineStart;
  for (;;) {
    const before = text.lastIndexOf('\n', at - 2) + 1;
    if (at === 0 || !/^\s*#/.test(text.slice(before, at))) break;
    at = before;
  }
  return `${text.slice(0, at)}${lead}${rule}${nl}${text.slice(at)}`;
}

function cut(text: string, index: number): string | undefined {
  const list = parseDocument(text).getIn(['access', 'overrides'], true);
  if (!isSeq(list)) return undefined;
  const own = rangeOf(list.items[index]);
  const [next, previous] = [rangeOf(list.items[index + 1]), rangeOf(list.items[index - 1])];
  if (own === undefined) return undefined;
  if (list.flow === true) {
    if (next !== undefined) return text.slice(0, own[0]) + text.slice(next[0]);
    if (previous !== undefined) return text.slice(0, previous[1]) + text.slice(own[1]);
    return text.slice(0, own[0]) + text.slice(own[1]);
  }
  // The last one gone leaves an empty list, not a key without a value.
  if (next === undefined && previous === undefined) return undefined;
  const from = text.lastIndexOf('\n', own[0] - 1) + 1;
  const last = text.slice(0, own[1]).trimEnd().length;
  const lineEnd = text.indexOf('\n', last);
  return text.slice(0, from) + (lineEnd === -1 ? '' : text.slice(lineEnd + 1));
}

function rewritten(text: string, after: readonly unknown[]): string {
  const document = parseDocument(text);
  document.setIn(['access', 'overrides'], document.createNode(after, { flow: false }));
  const lines = document.toString({ lineWidth: 0 });
  return newline(text) === '\r\n' ? lines.replace(/\r?\n/g, '\r\n') : lines;
}

/** `{ tool: netdata_processes, decision: deny }` */
function flowOf(rule: Record<string, string>): string {
  const pairs = Object.entries(rule).map(([key, value]) => `${key}: ${scalar(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** Quoted only where plain text would mean something else. */
function scalar(word: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(word);
  return isPlain && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(word)
    ? word
    : JSON.stringify(word);
}

function columnOf(text: string, map: YAMLMap): string | undefined {
  const first = isScalar(map.items[0]?.key) ? map.items[0].key.range : undefined;
  if (!first) return undefined;
  const indent = text.slice(text.lastIndexOf('\n', first[0] - 1) + 1, first[0]);
  return indent.trim() === '' ? indent : undefined;
}

/** Where the last value ends, without the comments after it. */
function endOf(node: unknown): number | undefined {
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1);
    return endOf(last?.value) ?? (isScalar(last?.key) ? last.key.range?.[1] : undefined);
  }
  if (isSeq(node) && node.flow !== true) return endOf(node.items.at(-1));
  return rangeOf(node)?.[1];
}
