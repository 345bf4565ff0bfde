import { distance } from 'fastest-levenshtein';

/** At most three of `names` that are close to `wanted`, nearest first; empty when nothing is near. */
function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const lower = wanted.toLowerCase();
  const most = Math.max(2, Math.floor(lower.length / 4));
  return names
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= most || isPart(lower, name.toLowerCase()))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

// "metric" should find "netdata_metric": long prefixes make a right word look far away.
function isPart(wanted: string, name: string): boolean {
  return wanted.length >= 4 && (name.includes(wanted) || wanted.includes(name));
}

/** `; nearest: a, b` or nothing, to end a message with. */
export function nearestHint(wanted: string, names: readonly string[]): string {
  const near = nearestNames(wanted, names);
  return near.length === 0 ? '' : `; nearest: ${near.join(', ')}`;
}
