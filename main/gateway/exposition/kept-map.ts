/**
 * `map` over a list that comes again with few changes. What was made of the very same object is taken over,
 * and so is the whole list when nothing changed. Lists and objects are never changed in place.
 */
export class KeptMap<K extends object, V> {
  #items: readonly K[] = [];
  #values: readonly V[] = [];

  map(items: readonly K[], make: (item: K, index: number) => V): readonly V[] {
    const [before, kept] = [this.#items, this.#values];
    const least = Math.min(items.length, before.length);
    let start = 0;
    while (start < least && items[start] === before[start]) start += 1;
    if (start === items.length && start === before.length) return kept;
    const shift = items.length - before.length;
    let end = items.length;
    while (end > start && end - shift > start && items[end - 1] === before[end - shift - 1])
      end -= 1;
    // Only what lies between the common beginning and the common end is looked up.
    const moved = new Map<K, V>();
    for (let at = start; at < end - shift; at += 1) moved.set(before[at] as K, kept[at] as V);
    const made = items
      .slice(start, end)
      .map((item, at) => moved.get(item) ?? make(item, start + at));
    this.#items = items;
    this.#values = kept.slice(0, start).concat(made, kept.slice(end - shift));
    return this.#values;
  }
}
