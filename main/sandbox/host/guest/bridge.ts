/** Source of the bridge: `api.<backend>.<tool>(args)` or `toolmesh.<tool>(args)` as calls that leave the isolate. */
export const bridgeSource = String.raw`
const pending = create(null);
let callCount = 0;
let pendingChars = 0;
// Arguments wait in the gateway until their call is answered: a flood of big ones must stop here.
const maxPendingChars = 64 * 1024 * 1024;
// A name goes along in the head of each message, which has to stay short; MCP names have at most 128.
const maxNameChars = 1000;

/** Written here: JSON.stringify of a list would ask "Array.prototype.toJSON", which glue may have set. */
const pathText = (path) => {
  let list = '';
  for (let i = 0; i < path.length; i++) list += (i === 0 ? '' : ',') + stringify(path[i]);
  return '[' + list + ']';
};

const addFacts = (error, facts) => {
  const keys = ownKeys(facts);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === 'message' || key === 'stack' || key === '__proto__') continue;
    defineProperty(error, key, { __proto__: null, value: facts[key], writable: true, configurable: true, enumerable: true });
  }
  return error;
};

/** An error that points at the line which made the call, not at the one which delivered the answer. */
const failAt = (site, facts) => {
  const message = typeof facts.message === 'string' ? facts.message : 'The call failed';
  const error = new NativeError(message);
  const trace = attempt(() => site.stack, undefined);
  if (typeof trace === 'string') {
    const frames = indexOf(trace, '\n    at ');
    const stack = 'Error: ' + message + (frames < 0 ? '' : slice(trace, frames));
    defineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, configurable: true });
  }
  return addFacts(error, facts);
};

const callTool = (path, given) => {
  const site = new NativeError();
  return new NativePromise((resolve, reject) => {
    const tool = slice(path[path.length - 1], 0, maxNameChars);
    const refuse = (code, message) => reject(failAt(site, { code, message, tool }));
    if (tool !== path[path.length - 1]) {
      return refuse('unknown-tool', 'There is no tool "' + slice(tool, 0, 100) + '…"; no name has more than ' + maxNameChars + ' characters');
    }
    const label = join(path, '.');
    if (given.length > 1) {
      return refuse('invalid-arguments', label + ' takes one object of arguments, got ' + given.length + ' arguments');
    }
    let args;
    try {
      args = given[0] === undefined ? undefined : stringify(given[0]);
    } catch (error) {
      return refuse('invalid-arguments', 'The arguments of ' + label + ' are not JSON: ' + errorText(error));
    }
    if (pendingChars + (args === undefined ? 0 : args.length) > maxPendingChars) {
      return refuse('message-too-large', 'The arguments of ' + label + ' and of the calls still open exceed 64 MB; await calls before making more');
    }
    // The run ends here: the host counts as well and stops the isolate. The promise stays open.
    if (callCount >= job.limits.calls) return send('limit', 'limit-calls');
    const id = ++callCount;
    const size = args === undefined ? 0 : args.length;
    pendingChars += size;
    pending[id] = { __proto__: null, resolve, reject, site, size };
    send('call', id, pathText(path), args);
  });
};

function deliver(id, ok, answer) {
  const waiting = pending[id];
  if (waiting === undefined) return;
  delete pending[id];
  pendingChars -= waiting.size;
  let value;
  try {
    value = answer === undefined ? undefined : parse(answer);
  } catch {
    return waiting.reject(failAt(waiting.site, { message: 'The answer does not fit into this run' }));
  }
  if (ok) waiting.resolve(value);
  else waiting.reject(failAt(waiting.site, value));
}

/** Names that JavaScript itself asks an object for; they are never tools. */
const isAsked = (key) => typeof key === 'symbol' || key === 'then' || key === 'toJSON';

/** Whether the name takes a list of arguments instead of one object: 'toolmesh.discover(text, limit)'. */
const takesList = (lists, key) => {
  for (let i = 0; lists !== undefined && i < lists.length; i++) if (lists[i] === key) return true;
  return false;
};

const toolsOf = (path, lists) =>
  new NativeProxy(freeze(create(null)), {
    __proto__: null,
    get: (target, key) => {
      if (isAsked(key)) return undefined;
      return (...given) => {
        const whole = [];
        for (let i = 0; i < path.length; i++) whole[i] = path[i];
        whole[whole.length] = key;
        return callTool(whole, takesList(lists, key) ? [given] : given);
      };
    },
  });

const distance = (a, b) => {
  let row = [];
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = swap < row[j] + 1 ? (swap < next[j - 1] + 1 ? swap : next[j - 1] + 1) : row[j] + 1 < next[j - 1] + 1 ? row[j] + 1 : next[j - 1] + 1;
    }
    row = next;
  }
  return row[b.length];
};

const unknownBackend = (key, names) => {
  const name = slice(key, 0, 100);
  let nearest;
  let best = 3;
  const known = [];
  for (let i = 0; i < names.length; i++) {
    if (i < 20) known[i] = names[i];
    const d = names[i].length > 100 ? 99 : distance(name, names[i]);
    if (d < best) {
      best = d;
      nearest = names[i];
    }
  }
  const hint = names.length === 0
    ? 'this unit has no sub-backends'
    : (nearest === undefined ? '' : 'did you mean "' + nearest + '"? ') + 'known: ' + join(known, ', ');
  return addFacts(new NativeError('api has no sub-backend "' + name + '"; ' + hint), { code: 'unknown-tool', backend: name });
};

const expose = (name, value) =>
  defineProperty(G, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });

const exposeBridge = (bridge) => {
  if (bridge.global === 'toolmesh') expose('toolmesh', toolsOf([], bridge.lists));
  if (bridge.global !== 'api') return;
  if (bridge.names === 'tools') return expose('api', toolsOf([]));
  const backends = create(null);
  for (let i = 0; i < bridge.names.length; i++) backends[bridge.names[i]] = toolsOf([bridge.names[i]]);
  expose('api', new NativeProxy(freeze(backends), {
    __proto__: null,
    get: (target, key) => {
      const found = getOwnPropertyDescriptor(target, key);
      if (found !== undefined) return found.value;
      if (isAsked(key)) return undefined;
      throw unknownBackend(key, bridge.names);
    },
  }));
};
`;
