/**
 * Source of the watch over files that are loaded ahead of their run. Their top level runs minutes before
 * the call it is for: what may have changed by then is watched, and who looked at it is loaded in time instead.
 */
export const aheadSource = String.raw`
const { isExtensible } = Object;
let hasLooked = false;
const watched = [];

const watchOne = (object, key, before) => {
  const get = () => {
    hasLooked = true;
    return before.value;
  };
  const set = () => {
    hasLooked = true;
  };
  const { enumerable } = before;
  defineProperty(object, key, { __proto__: null, get, set, configurable: true, enumerable });
  watched[watched.length] = { __proto__: null, object, key, get, set, before };
};

const watchEach = (object, keys) => {
  for (let i = 0; i < keys.length; i++) {
    const own = getOwnPropertyDescriptor(object, keys[i]);
    if (own !== undefined) watchOne(object, keys[i], { __proto__: null, ...own });
  }
};

/** The run's own globals come later and hold their places until then: a list of names is the same either way. */
function watch(globals) {
  const names = parse(globals);
  for (let i = 0; i < names.length; i++) {
    watchOne(G, names[i], { __proto__: null, value: undefined, writable: true, configurable: true, enumerable: true });
  }
  // These tell the time or chance. Console lines belong to a run's record.
  watchEach(G, ['console', 'Date', 'Intl', 'Temporal']);
  watchEach(Math, ['random']);
  // These would show the watch.
  watchEach(Object, ['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors']);
  watchEach(Object.prototype, ['__lookupGetter__', '__lookupSetter__']);
  watchEach(Reflect, ['getOwnPropertyDescriptor']);
}

/** A file that declares the name, freezes or changes what is watched has replaced the watch. */
const isInPlace = ({ object, key, get, set, before }) => {
  const now = getOwnPropertyDescriptor(object, key);
  if (now === undefined || getOwnPropertyDescriptor(now, 'value') !== undefined) return false;
  return now.get === get && now.set === set && now.configurable && now.enumerable === before.enumerable;
};

function seal() {
  let isFit = !hasLooked && isExtensible(G);
  for (let i = 0; i < watched.length; i++) {
    const each = watched[i];
    if (!isInPlace(each)) isFit = false;
    else defineProperty(each.object, each.key, each.before);
  }
  return isFit;
}
`;
