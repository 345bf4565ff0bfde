// Which machine an alert is about. Exporters write it into different labels, with a port or a domain.

const NODE_LABELS = ['node', 'nodename', 'hostname', 'host', 'instance'];

/** The hostname among `known` that the labels name, or undefined. */
function nodeOf(labels, known) {
  const names = NODE_LABELS.map((label) => labels[label]).filter(
    (name) => typeof name === 'string',
  );
  for (const name of names) {
    const host = withoutPort(name).toLowerCase();
    const exact = known.find((each) => each.toLowerCase() === host);
    if (exact !== undefined) return exact;
    // web-01.lan is web-01, unless two machines have that short name.
    const same = known.filter((each) => shortName(each) === shortName(host));
    if (same.length === 1 && !isAddress(host)) return same[0];
  }
  return undefined;
}

/** What an alert without a known machine is about, in its own words. */
function placeOf(labels) {
  const label = NODE_LABELS.find((each) => labels[each] !== undefined);
  return label === undefined ? undefined : labels[label];
}

function withoutPort(name) {
  return name
    .replace(/^https?:\/\//, '')
    .replace(/[/].*$/, '')
    .replace(/:\d+$/, '');
}

function shortName(name) {
  return name.toLowerCase().split('.')[0];
}

function isAddress(name) {
  return /^\d+(\.\d+){3}$/.test(name) || name.includes(':');
}

/** Critical before warning before everything else, then the longest standing first. */
function byUrgency(one, two) {
  const rank = { critical: 0, error: 0, page: 0, warning: 1 };
  const by = (rank[one.severity] ?? 2) - (rank[two.severity] ?? 2);
  if (by !== 0) return by;
  return one.since < two.since ? -1 : one.since > two.since ? 1 : 0;
}
