import type { JsonMember, JsonNode } from './json-reader.ts';

export interface Difference {
  /** Members of the newer tree that may be extra. */
  readonly added?: JsonMember | undefined;
  /** Members of the older tree that may be gone. */
  readonly removed?: JsonMember | undefined;
  /** A node of the older tree whose counterpart is allowed to be anything. */
  readonly replaced?: readonly JsonNode[] | undefined;
}

/** Same names in the same order, same scalars in the same spelling, but for the one difference. */
export function isSameTree(
  before: { readonly text: string; readonly root: JsonNode },
  after: { readonly text: string; readonly root: JsonNode },
  { added, removed, replaced = [] }: Difference,
): boolean {
  const pairs: [JsonNode, JsonNode][] = [[before.root, after.root]];
  for (;;) {
    const pair = pairs.pop();
    if (pair === undefined) return true;
    const [old, fresh] = pair;
    if (replaced.includes(old)) continue;
    if (old.kind !== fresh.kind) return false;
    if (old.kind !== 'object' && old.kind !== 'array') {
      if (before.text.slice(old.start, old.end) !== after.text.slice(fresh.start, fresh.end))
        return false;
      continue;
    }
    const left = without(old.members, removed);
    const right = without(fresh.members, added);
    if (left.length !== right.length) return false;
    for (const [index, member] of left.entries()) {
      const other = right[index];
      if (other === undefined || nameIn(before.text, member) !== nameIn(after.text, other))
        return false;
      pairs.push([member.value, other.value]);
    }
  }
}

function without(
  members: readonly JsonMember[],
  one: JsonMember | undefined,
): readonly JsonMember[] {
  return one !== undefined && members.includes(one)
    ? members.filter((member) => member !== one)
    : members;
}

/** As spelled: an edit does not respell a name. */
function nameIn(text: string, { start, keyEnd }: JsonMember): string {
  return keyEnd === -1 ? '' : text.slice(start, keyEnd);
}
