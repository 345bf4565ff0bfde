/**
 * Source of `inspect(value)`: a short text for the console and for thrown values. Never throws, never calls
 * a getter. A Proxy's traps do run; if they loop, the run's time limit ends them.
 */
export const inspectSource = String.raw`
const mapEach = uncurry(Map.prototype.forEach);
const setEach = uncurry(Set.prototype.forEach);
const dateToIso = uncurry(Date.prototype.toISOString);
const regExpToText = uncurry(RegExp.prototype.toString);
const symbolToText = uncurry(Symbol.prototype.toString);
const maxDepth = 5;
const maxItems = 100;

/** Own data property, or undefined: a getter is never called. */
const dataOf = (object, key) => {
  const found = getOwnPropertyDescriptor(object, key);
  return found === undefined || found.get || found.set ? undefined : found.value;
};

const attempt = (action, fallback) => {
  try {
    return action();
  } catch {
    return fallback;
  }
};

const errorText = (error) => {
  const name = attempt(() => text(error.name), 'Error');
  const message = attempt(() => text(error.message), '');
  const code = attempt(() => dataOf(error, 'code'), undefined);
  return (message === '' ? name : name + ': ' + message) + (typeof code === 'string' ? ' (' + code + ')' : '');
};

const isError = (value) => attempt(() => value instanceof NativeError, false);

function inspect(value, budget) {
  let left = budget;
  const seen = [];
  const cut = (part) => {
    const kept = part.length > left ? slice(part, 0, left) : part;
    left -= kept.length;
    return kept;
  };

  const entries = (object, depth) => {
    const parts = [];
    const keys = ownKeys(object);
    const array = isArray(object);
    let shown = 0;
    for (let i = 0; i < keys.length && left > 0; i++) {
      const key = keys[i];
      if (array && key === 'length') continue;
      const found = getOwnPropertyDescriptor(object, key);
      if (found === undefined || !found.enumerable) continue;
      if (shown++ >= maxItems) {
        parts[parts.length] = '…';
        break;
      }
      const label = typeof key === 'symbol' ? '[' + symbolToText(key) + ']' : key;
      const shownValue = found.get || found.set ? '[Getter]' : show(found.value, depth + 1);
      parts[parts.length] = array && match(/^\d+$/, label) ? shownValue : cut(label + ': ') + shownValue;
    }
    return parts;
  };

  const collection = (name, each, object, depth) => {
    const parts = [];
    each(object, (item, key) => {
      if (left <= 0 || parts.length > maxItems) return;
      const value = show(item, depth + 1);
      parts[parts.length] = name === 'Map' ? show(key, depth + 1) + ' => ' + value : value;
    });
    return name + ' { ' + join(parts, ', ') + ' }';
  };

  const object = (value, depth) => {
    if (isError(value)) return cut(errorText(value));
    const simple = attempt(() => dateToIso(value)) ?? attempt(() => regExpToText(value));
    if (simple !== undefined && getPrototypeOf(value) !== Object.prototype && !isArray(value)) {
      const isPattern = value instanceof RegExp || attempt(() => (dateToIso(value), true), false);
      if (isPattern) return cut(simple);
    }
    for (let i = 0; i < seen.length; i++) if (seen[i] === value) return '[Circular]';
    if (depth > maxDepth) return isArray(value) ? '[Array]' : '[Object]';
    seen[seen.length] = value;
    try {
      if (value instanceof Map) return collection('Map', mapEach, value, depth);
      if (value instanceof Set) return collection('Set', setEach, value, depth);
      const parts = join(entries(value, depth), ', ');
      if (isArray(value)) return '[' + parts + ']';
      return parts === '' ? '{}' : '{ ' + parts + ' }';
    } finally {
      seen.length--;
    }
  };

  const show = (value, depth) => {
    if (left <= 0) return '…';
    switch (typeof value) {
      case 'string':
        return depth === 0 ? cut(value) : cut(stringify(slice(value, 0, left)));
      case 'bigint':
        return cut(text(value) + 'n');
      case 'symbol':
        return cut(symbolToText(value));
      case 'function': {
        const name = dataOf(value, 'name');
        return cut(typeof name === 'string' && name !== '' ? '[Function ' + name + ']' : '[Function]');
      }
      case 'object':
        return value === null ? cut('null') : object(value, depth);
      default:
        return cut(text(value));
    }
  };
  return attempt(() => show(value, 0), '[unprintable]');
}
`;
