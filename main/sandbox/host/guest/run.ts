/** Source of a run's frame: prepare, start the entry once, turn its end into one message of strings. */
export const runSource = String.raw`
let job;
let hasStarted = false;
// What is on the global object before a run's files: "toString" or "Date" is not a tool they declare.
const startNames = create(null);
for (let i = 0, names = ownKeys(G); i < names.length; i++) if (typeof names[i] === 'string') startNames[names[i]] = true;

const locate = (stack) => {
  if (typeof stack !== 'string') return undefined;
  const lines = split(slice(stack, 0, 20000), '\n');
  for (let i = 0; i < lines.length; i++) {
    const found = match(/^    at (?:.* \()?(?:async )?(.+?):(\d+):(\d+)\)?$/, lines[i]);
    if (found === null) continue;
    for (let j = 0; j < job.files.length; j++) {
      if (job.files[j] === found[1]) return { __proto__: null, file: found[1], line: +found[2], column: +found[3] };
    }
  }
  return undefined;
};

const thrownText = (thrown) => {
  if (thrown === undefined || thrown === null) return 'The code threw ' + text(thrown) + '; throw an Error that says what went wrong';
  if (typeof thrown !== 'object') return inspect(thrown, 4000);
  const message = attempt(() => thrown.message, undefined);
  return typeof message === 'string' && message !== '' ? slice(message, 0, 8000) : inspect(thrown, 4000);
};

const describeThrown = (thrown) => {
  const facts = create(null);
  facts.message = attempt(() => thrownText(thrown), 'A value that cannot be read was thrown');
  if (typeof thrown === 'object' && thrown !== null) {
    // A hook of the run's own code could hide where its errors come from.
    attempt(() => defineProperty(NativeError, 'prepareStackTrace', { __proto__: null, value: undefined, configurable: true, writable: true }));
    const place = attempt(() => locate(thrown.stack), undefined);
    if (place !== undefined) facts.place = place;
    const keys = ['name', 'code', 'backend', 'tool'];
    for (let i = 0; i < keys.length; i++) {
      const value = attempt(() => thrown[keys[i]], undefined);
      if (typeof value === 'string') facts[keys[i]] = slice(value, 0, 300);
    }
  }
  return facts;
};

/**
 * A thread of its own may have eight times the stack (8 MB on Linux). The rejection nobody looks at is how
 * the host learns, in time to forget this run, that it has to begin again there.
 */
const fail = (facts) => {
  if (job.isTrial && match(/call stack size exceeded/, facts.message)) NativeReject(new NativeError('No room'));
  else send('fail', stringify(facts));
};

const whyNotJson = (error) => {
  const reason = errorText(error);
  if (match(/BigInt/, reason)) return 'The returned value holds a BigInt, which JSON cannot carry; return it as a string';
  if (match(/circular/, reason)) return 'The returned value refers to itself (circular), which JSON cannot carry; return a copy without the loop';
  return undefined;
};

const finish = (value) => {
  if (typeof value === 'function' || typeof value === 'symbol') {
    return fail({ __proto__: null, message: 'The returned value is a ' + typeof value + ', which JSON cannot carry; return plain data' });
  }
  let encoded;
  try {
    encoded = stringify(value);
  } catch (error) {
    const why = attempt(() => whyNotJson(error), undefined);
    const facts = describeThrown(error);
    if (why !== undefined) facts.message = why;
    return fail(facts);
  }
  if (encoded !== undefined && encoded.length > job.limits.resultBytes) return send('limit', 'limit-result');
  send('done', encoded);
};

const runEntry = async (entry, args) => {
  try {
    finish(await apply(entry, undefined, args));
  } catch (thrown) {
    const facts = describeThrown(thrown);
    // How the memory limit shows for typed arrays: their memory is refused, the isolate lives on.
    if (facts.name === 'RangeError' && facts.message === 'Array buffer allocation failed') send('limit', 'limit-memory');
    else fail(facts);
  }
};

function prepare(settings, globals) {
  job = parse(settings);
  exposeBridge(job.bridge);
  const values = parse(globals);
  const keys = ownKeys(values);
  for (let i = 0; i < keys.length; i++) expose(keys[i], values[keys[i]]);
}

/** Whether the files declared the name: a function declaration makes its global property permanent. */
const isDeclared = (name, value) => {
  const own = getOwnPropertyDescriptor(G, name);
  if (own === undefined) return G[name] !== value;
  if (own.value !== value) return true;
  return startNames[name] !== true || (own.enumerable && !own.configurable);
};

function start(name, entry, args) {
  if (hasStarted) throw new TypeError('The run has started');
  hasStarted = true;
  send('started');
  if (name !== undefined && (typeof entry !== 'function' || !isDeclared(name, entry))) {
    return fail({ __proto__: null, message: join(job.files, ', ') + ' declares no function "' + name + '"', code: 'no-function' });
  }
  runEntry(entry, name === undefined ? [] : parse(args));
}
`;
