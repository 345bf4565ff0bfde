/**
 * Source of the watch over files that are loaded ahead of their run. Their top level runs minutes before
 * the call it is for: what may have changed by then is watched, and who looked at it is loaded in time instead.
 */
export const aheadSource = String.raw`
const { isExtensible } = Object;
let hasLooked = false;
const watched = [];

const watchOne = (object, key) => {
  const own = getOwnPropertyDescriptor(object, key);
  const value = own === undefined ? undefined : own.value;
  const get = () => {
    hasLooked = true;
    return value;
  };
  const set = () => {
    hasLooked = true;
  };
  defineProperty(object, key, { __proto__: null, get, set, configurable: true, enumerable: own !== undefined && own.enumerable });
  const before = own === undefined ? undefined : { __proto__: null, value, writable: own.writable, enumerable: own.enumerable, configurable: true };
  watched[watched.length] = { __proto__: null, object, key, get, before };
};

function watch() {
  // The run's own globals come later; the rest tells the time or chance. Console lines belong to a run's record.
  const names = ['api', 'toolmesh', 'params', 'console', 'Date', 'Intl', 'Temporal'];
  for (let i = 0; i < names.length; i++) watchOne(G, names[i]);
  watchOne(Math, 'random');
}

function seal() {
  let isFit = !hasLooked && isExtensible(G);
  for (let i = 0; i < watched.length; i++) {
    const { object, key, get, before } = watched[i];
    const now = getOwnPropertyDescriptor(object, key);
    // A file that declares the name has replaced the watch.
    if (now === undefined || now.get !== get) isFit = false;
    else if (before === undefined) delete object[key];
    else defineProperty(object, key, before);
  }
  return isFit;
}
`;
