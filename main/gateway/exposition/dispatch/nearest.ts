import { distance } from 'fastest-levenshtein';

/** At most three names within a few edits, nearest first. */
export function nearest(wanted: string, names: readonly string[]): readonly string[] {
  const lower = wanted.toLowerCase();
  const most = Math.max(2, Math.floor(lower.length / 4));
  return names
    .filter((name) => Math.abs(name.length - lower.length) <= most)
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}
