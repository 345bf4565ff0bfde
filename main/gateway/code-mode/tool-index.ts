import type { ToolEntry } from '../exposition/tool-registry.ts';

interface Posting {
  readonly index: number;
  readonly weight: number;
}

// A word in a name says more than one in a title or a tag, and that more than one in a description.
const weights = { name: 4, title: 2, tag: 2, description: 1 };
const searchedDescription = 500;

/** Words of all tools, so that a search reads what it finds and not every description. */
export class ToolIndex {
  readonly entries: readonly ToolEntry[];
  /** What patterns are matched against: name, then the head of the description. */
  readonly texts: readonly string[];
  readonly #postings = new Map<string, Map<number, number>>();
  #words: readonly string[] | undefined;

  constructor(entries: readonly ToolEntry[]) {
    this.entries = entries;
    this.texts = entries.map(({ canonicalName, tool }) => {
      const description = (tool.description ?? '').slice(0, searchedDescription);
      return `${canonicalName}\n${description}`;
    });
    for (const [index, { canonicalName, tool }] of entries.entries()) {
      this.#add(index, canonicalName, weights.name);
      this.#add(index, tool.title ?? '', weights.title);
      for (const tag of tool.tags ?? []) this.#add(index, tag, weights.tag);
      this.#add(index, (tool.description ?? '').slice(0, searchedDescription), weights.description);
    }
  }

  /** Tools that share words with the text, best first; rare words count more. */
  rank(text: string): readonly ToolEntry[] {
    const scores = new Map<number, number>();
    for (const word of new Set(splitWords(text))) {
      for (const { index, weight } of this.#find(word))
        scores.set(index, (scores.get(index) ?? 0) + weight);
    }
    return [...scores]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .flatMap(([index]) => this.entries[index] ?? []);
  }

  #add(index: number, text: string, weight: number): void {
    for (const word of splitWords(text)) {
      let postings = this.#postings.get(word);
      if (postings === undefined) this.#postings.set(word, (postings = new Map<number, number>()));
      postings.set(index, Math.max(postings.get(index) ?? 0, weight));
    }
  }

  /** Tools with the word, its other number or, for less, words that begin with it. */
  #find(word: string): readonly Posting[] {
    const best = new Map<number, number>();
    for (const [found, share] of this.#spellings(word)) {
      const postings = this.#postings.get(found);
      if (postings === undefined) continue;
      const rarity = Math.log(1 + this.entries.length / postings.size);
      for (const [index, weight] of postings)
        best.set(index, Math.max(best.get(index) ?? 0, weight * rarity * share));
    }
    return [...best].map(([index, weight]) => ({ index, weight }));
  }

  #spellings(word: string): readonly (readonly [string, number])[] {
    const other = word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
    const spellings: (readonly [string, number])[] = [
      [word, 1],
      [other, 0.9],
    ];
    if (word.length < 3) return spellings;
    const words = (this.#words ??= [...this.#postings.keys()].sort());
    for (let at = firstFrom(words, word); words[at]?.startsWith(word) === true; at += 1) {
      const found = words[at];
      if (found !== undefined && found !== word && found !== other) spellings.push([found, 0.5]);
    }
    return spellings;
  }
}

/** Position of the first word that is not before the wanted one. */
function firstFrom(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
