// Names: the agent answers an unknown one with an empty success, so each is checked before it is sent.

/** Host names for what the caller wrote: any case, or a prefix only one node has. */
function resolveNodes(wanted, nodes) {
  const known = nodes.map((node) => node.hostname);
  return [...new Set((wanted ?? []).map((name) => resolveName('node', name, known)))];
}

/** The one known name meant by `wanted`; prefixes count for nodes only. */
function resolveName(kind, wanted, known) {
  const name = String(wanted).trim();
  if (known.includes(name)) return name;
  const lower = name.toLowerCase();
  const same = known.filter((each) => each.toLowerCase() === lower);
  if (same.length === 1) return same[0];
  const begins =
    kind === 'node' && lower !== ''
      ? [...new Set(known.filter((each) => each.toLowerCase().startsWith(lower)))]
      : [];
  if (begins.length === 1) return begins[0];
  if (begins.length > 1) {
    throw new Error(
      `Node "${wanted}" is not unique: ${begins.slice(0, 8).join(', ')}; write more of the name`,
    );
  }
  throw unknownName(kind, wanted, known);
}

function unknownName(kind, wanted, known) {
  const near = nearest(String(wanted).trim(), known);
  const hint = near.length === 0 ? 'the agent has none' : `nearest: ${near.join(', ')}`;
  return new Error(`Netdata has no ${kind} "${wanted}"; ${hint}`);
}

/** The five most similar names, best first. */
function nearest(wanted, known) {
  const lower = wanted.toLowerCase();
  return [...new Set(known)]
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .sort((one, two) => one.far - two.far || (one.name < two.name ? -1 : 1))
    .slice(0, 5)
    .map(({ name }) => name);
}

/** Edits from one to the other; a name inside the other comes first, a shared word counts for much. */
function distance(one, two) {
  if (two.includes(one) || one.includes(two)) return Math.abs(one.length - two.length) - 1000;
  const words = one.split(/[^a-z0-9]+/).filter((word) => word.length > 2);
  const shared = words.filter((word) => two.includes(word)).length;
  return edits(one, two) - 4 * shared;
}

function edits(one, two) {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= two.length; j++) {
      const swap = row[j - 1] + (one[i - 1] === two[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, swap));
    }
    row = next;
  }
  return row[two.length];
}

/** `root` of `user.root_fds_open` in `user.fds_open`, `/` of `disk_space./` in `disk.space`; undefined when it says nothing new. */
function shortInstance(instance, context) {
  if (instance === context) return undefined;
  const dot = context.indexOf('.');
  if (dot < 1) return instance;
  const begins = [`${context.replace('.', '_')}.`, context.slice(0, dot + 1)].find(
    (each) => instance.startsWith(each) && instance.length > each.length,
  );
  const short = begins === undefined ? instance : instance.slice(begins.length);
  const ends = `_${context.slice(dot + 1)}`;
  return short.endsWith(ends) && short.length > ends.length ? short.slice(0, -ends.length) : short;
}
