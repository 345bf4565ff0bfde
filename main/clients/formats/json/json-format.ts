import { isDeepStrictEqual } from 'node:util';
import { checkFailed } from '../../refusal.ts';
import type {
  EntryFormat,
  EntryPlace,
  Fields,
  MapBefore,
  Reading,
  Removal,
} from '../entry-format.ts';
import { indentAt, isOnOwnLine, splice, type Cut } from '../splice.ts';
import { cutMember } from './cut-member.ts';
import {
  behindOpening,
  isBare,
  layoutOf,
  renderContainer,
  renderMember,
  renderObject,
  renderValue,
  type JsonLayout,
} from './json-layout.ts';
import { findPlace, type JsonPlace } from './json-place.ts';
import { nameOf, readJson, valueOf, type JsonDialect, type JsonNode } from './json-reader.ts';
import { isSameTree, type Difference } from './same-tree.ts';

export function jsonFormat(dialect: JsonDialect): EntryFormat {
  return { read: (text, place) => new JsonReading(text, place, dialect) };
}

class JsonReading implements Reading {
  readonly entry: unknown;
  readonly mapBefore: MapBefore;
  readonly #text: string;
  readonly #dialect: JsonDialect;
  readonly #name: EntryPlace;
  readonly #root: JsonNode | undefined;
  readonly #place: JsonPlace;

  constructor(text: string, name: EntryPlace, dialect: JsonDialect) {
    this.#text = text;
    this.#name = name;
    this.#dialect = dialect;
    this.#root = readJson(text, dialect);
    this.#place = findPlace(text, this.#root, name);
    this.mapBefore = this.#place.mapBefore;
    const { entry } = this.#place;
    this.entry = entry === undefined ? undefined : valueOf(text, entry.value);
  }

  lookUp(path: readonly string[]): unknown {
    let node = this.#root;
    for (const part of path)
      node = node?.members.find(
        (member) => member.keyEnd !== -1 && nameOf(this.#text, member) === part,
      )?.value;
    return node === undefined ? undefined : valueOf(this.#text, node);
  }

  insert(fields: Fields): string {
    const text = this.#insertText(fields);
    const { map, parent } = this.#place;
    const replaced = [map, parent].filter(
      (node): node is JsonNode => node !== undefined && isBare(this.#text, node),
    );
    const check = this.#reread(text);
    const depth = this.#name.key.length - this.#place.missing.length;
    const added = check.#place.steps[depth] ?? check.#place.entry;
    if (!isDeepStrictEqual(check.entry, Object.fromEntries(fields))) throw checkFailed();
    this.#compare(check, {
      added,
      replaced: map?.kind === 'word' ? [...replaced, map] : replaced,
    });
    return text;
  }

  #insertText(fields: Fields): string {
    const text = this.#text;
    const { map, parent, missing, steps } = this.#place;
    const step = steps.at(-1);
    const layout = layoutOf(text, this.#root, map?.kind === 'word' ? undefined : map);
    if (this.#root === undefined) {
      const document = this.#nested(this.#name.key, fields, layout, '');
      if (text.trim() === '') return `${document}${text.includes('\n') ? text : `${text}\n`}`;
      return `${text}${text.endsWith('\n') ? '' : layout.lineEnd}${document}${layout.lineEnd}`;
    }
    if (map === undefined && parent !== undefined) {
      const [top = '', ...rest] = missing;
      return this.#into(parent, layout, (indent) => {
        const inner = this.#nested(rest, fields, layout, indent);
        return `${JSON.stringify(top)}${layout.colon}${inner}`;
      });
    }
    if (map === undefined) throw checkFailed();
    const entry = (indent: string | null): string => this.#member(fields, layout, indent);
    if (map.kind !== 'word') return this.#into(map, layout, entry);
    // null: the token becomes a container.
    const isCompact = step !== undefined && !isOnOwnLine(text, step.start);
    const indent = isCompact ? null : indentAt(text, map.start);
    const fresh = this.#container(entry(deeper(indent, layout)), layout, indent);
    return splice(text, [{ start: map.start, end: map.end, text: fresh }]);
  }

  /** Adds a first member to a container that exists. */
  #into(node: JsonNode, layout: JsonLayout, render: (indent: string | null) => string): string {
    const text = this.#text;
    const first = node.members[0];
    if (first === undefined && isBare(text, node)) {
      const isRoot = node === this.#root;
      const key = this.#place.steps.at(-1);
      const isCompact = !isRoot && key !== undefined && !isOnOwnLine(text, key.start);
      const indent = isCompact ? null : indentAt(text, node.start);
      const brackets = node.kind === 'array' ? '[]' : '{}';
      const fresh = renderContainer(brackets, render(deeper(indent, layout)), layout, indent);
      return splice(text, [{ start: node.start, end: node.end, text: fresh }]);
    }
    const at = behindOpening(text, node);
    const until = first?.start ?? node.end - 1;
    const comma = first === undefined ? '' : ',';
    const lead = text.slice(at, until);
    if (!lead.includes('\n')) {
      return splice(text, [{ start: at, end: at, text: `${lead}${render(null)}${comma}` }]);
    }
    const indent =
      first !== undefined && isOnOwnLine(text, first.start)
        ? indentAt(text, first.start)
        : `${indentAt(text, node.start)}${layout.unit}`;
    return splice(text, [
      { start: at, end: at, text: `${layout.lineEnd}${indent}${render(indent)}${comma}` },
    ]);
  }

  #nested(
    path: readonly string[],
    fields: Fields,
    layout: JsonLayout,
    indent: string | null,
  ): string {
    const [top, ...rest] = path;
    const inner = deeper(indent, layout);
    if (top === undefined)
      return this.#container(this.#member(fields, layout, inner), layout, indent);
    const member = `${JSON.stringify(top)}${layout.colon}${this.#nested(rest, fields, layout, inner)}`;
    return renderContainer('{}', member, layout, indent);
  }

  #container(member: string, layout: JsonLayout, indent: string | null): string {
    return renderContainer(this.#name.isList ? '[]' : '{}', member, layout, indent);
  }

  #member(fields: Fields, layout: JsonLayout, indent: string | null): string {
    const value = renderObject(fields, layout, indent);
    return this.#name.isList ? value : `${JSON.stringify(this.#name.name)}${layout.colon}${value}`;
  }

  update(fields: Fields): string {
    const entry = this.#place.entry;
    if (entry?.value.kind !== 'object') throw checkFailed();
    const layout = layoutOf(this.#text, this.#root, this.#place.map);
    const cuts: Cut[] = [];
    let previous = entry.value.members[0];
    for (const [name, value] of fields) {
      const member = entry.value.members.find((one) => nameOf(this.#text, one) === name);
      if (member === undefined) {
        if (previous === undefined) throw checkFailed();
        const lead = isOnOwnLine(this.#text, previous.start)
          ? `,${layout.lineEnd}${indentAt(this.#text, previous.start)}`
          : layout.comma;
        const { end } = previous.value;
        cuts.push({ start: end, end, text: `${lead}${renderMember(name, value, layout)}` });
        continue;
      }
      previous = member;
      if (isDeepStrictEqual(valueOf(this.#text, member.value), value)) continue;
      const { start, end } = member.value;
      cuts.push({ start, end, text: renderValue(value, layout) });
    }
    const text = splice(this.#text, cuts);
    const check = this.#reread(text);
    const wanted = { ...(this.entry as object), ...Object.fromEntries(fields) };
    if (!isDeepStrictEqual(check.entry, wanted)) throw checkFailed();
    this.#compare(check, { replaced: [entry.value] });
    return text;
  }

  remove(before: MapBefore): Removal {
    const { entry, map, parent, steps } = this.#place;
    const step = steps.at(-1);
    if (entry === undefined || map === undefined) throw checkFailed();
    const isLast = map.members.length === 1 && !hasComment(this.#text, map, entry);
    if (isLast && before.kind === 'absent' && parent !== undefined && step !== undefined) {
      const isAlone = parent.members.length === 1 && !hasComment(this.#text, parent, step);
      const cuts = isAlone
        ? [{ start: parent.start, end: parent.end, text: before.parent ?? '{}' }]
        : cutMember(this.#text, parent, step, this.#dialect);
      const text = splice(this.#text, cuts);
      const check = this.#reread(text);
      this.#compare(check, { removed: step });
      return { text, isEmpty: check.#root?.members.length === 0 };
    }
    if (isLast) {
      const bare = this.#name.isList ? '[]' : '{}';
      const token = before.kind === 'token' ? before.text : bare;
      const text = splice(this.#text, [{ start: map.start, end: map.end, text: token }]);
      const check = this.#reread(text);
      this.#compare(check, { replaced: [map] });
      const isEmpty = parent === undefined && before.kind === 'absent';
      return { text, isEmpty };
    }
    const text = splice(this.#text, cutMember(this.#text, map, entry, this.#dialect));
    const check = this.#reread(text);
    this.#compare(check, { removed: entry });
    return { text, isEmpty: false };
  }

  #reread(text: string): JsonReading {
    try {
      return new JsonReading(text, this.#name, this.#dialect);
    } catch (error) {
      throw checkFailed(error);
    }
  }

  #compare(check: JsonReading, difference: Difference): void {
    if (this.#root === undefined) return;
    const before = { text: this.#text, root: this.#root };
    const after = check.#root && { text: check.#text, root: check.#root };
    if (after === undefined || !isSameTree(before, after, difference)) throw checkFailed();
  }
}

function deeper(indent: string | null, { unit }: JsonLayout): string | null {
  return indent === null ? null : indent + unit;
}

function hasComment(text: string, map: JsonNode, only: JsonNode['members'][number]): boolean {
  const around =
    text.slice(map.start + 1, only.start) +
    text.slice(only.value.end, map.end - 1).replace(',', '');
  return /\S/.test(around);
}
