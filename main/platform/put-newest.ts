/**
 * Puts the pair at the end of the map, wherever its key stood before. Of more than `most` pairs those put
 * longest ago leave the map and are returned.
 */
export function putNewest<K, V>(
  map: Map<K, V>,
  key: K,
  value: V,
  most: number,
): readonly (readonly [K, V])[] {
  map.delete(key);
  map.set(key, value);
  const left: [K, V][] = [];
  for (const pair of map) {
    if (map.size <= most) break;
    map.delete(pair[0]);
    left.push(pair);
  }
  return left;
}
