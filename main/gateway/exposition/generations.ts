/**
 * What was made for objects that may come again. An entry that two generations did not ask for is gone.
 * (A WeakMap would do, but thousands of its entries cost every garbage collection dearly.)
 */
export class Generations<K extends object, V> {
  #older = new Map<K, V>();
  #newer = new Map<K, V>();

  get(key: K, make: (key: K) => V): V {
    let value = this.#newer.get(key);
    if (value !== undefined) return value;
    value = this.#older.get(key) ?? make(key);
    this.#newer.set(key, value);
    return value;
  }

  next(): void {
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
