// Talks to the agent: one place that knows how Netdata's MCP answers and refuses.

const KEY_FILE = '/var/lib/netdata/mcp_dev_preview_api_key';

/** Calls a tool of the agent and returns the JSON it put into its text. */
async function ask(tool, args) {
  let result;
  try {
    result = await api.nd[tool](args);
  } catch (error) {
    throw explained(error, tool, args);
  }
  const texts = (result.content ?? [])
    .filter((item) => item.type === 'text')
    .map((item) => String(item.text));
  const first = (texts[0] ?? '').trim();
  // A refused function comes back as an ordinary result that only begins with these words.
  if (result.isError || /^FUNCTION EXECUTION FAILED/i.test(first)) {
    throw explained(new Error(first || 'no text'), tool, args);
  }
  // Warnings travel as further text items: behind the JSON in queries, before it in tables.
  for (const text of texts) {
    const value = parsed(text);
    if (value !== undefined) return value;
  }
  throw new Error(
    `Netdata's ${tool} answered without JSON: "${first.slice(0, 120)}"; is the URL of the unit's backend "nd" that of an agent's /mcp`,
  );
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Same error, with what to do about it when the agent's own words do not say. */
function explained(error, tool, args) {
  const text = String(error?.message ?? error);
  if (/not authorized/i.test(text)) {
    return withFacts(
      error,
      `Netdata does not run "${args.function}" on node "${args.node}" for us: this needs the agent's MCP key and an agent claimed to Netdata Cloud (Netdata says the same when the node is offline or has no such function); the key lies on the agent in ${KEY_FILE}, store it as the credential NETDATA_API_KEY`,
    );
  }
  if (error?.httpStatus === 412 || /HTTP 412|API key is required/i.test(text)) {
    return withFacts(
      error,
      `The Netdata agent has bearer token protection switched on and refused the call without the right key (HTTP 412); the key lies on the agent in ${KEY_FILE}, store it as the credential NETDATA_API_KEY`,
    );
  }
  if (error?.code === 'unknown-tool' || /Unknown tool/i.test(text)) {
    return withFacts(
      error,
      `This Netdata agent has no tool "${tool}"; the unit needs an agent of version 2.7.2 or later`,
    );
  }
  return withFacts(error, text.startsWith('Netdata') ? text : `Netdata's ${tool} failed: ${text}`);
}

function withFacts(cause, message) {
  const error = new Error(message);
  for (const fact of ['code', 'backend', 'tool']) {
    if (cause?.[fact] !== undefined) error[fact] = cause[fact];
  }
  return error;
}

/** Every node the agent knows, offline ones included. */
async function listNodes() {
  const { nodes = [] } = await ask('list_nodes', {});
  return nodes;
}

/** Title, units, dimensions, instances and labels of one context; unknown names are refused. */
async function contextDetails(name, window) {
  const details = (await detailsOf([name]))[name];
  if (details) return details;
  // The agent looks at the last hour only unless told where; an old window may hold what is gone by now.
  const older =
    window && (await detailsOf([name], { after: window.after, before: window.before }))[name];
  if (older) return older;
  throw unknownName('context', name, await contextNames());
}

async function detailsOf(metrics, more = {}) {
  if (metrics.length === 0) return {};
  const wild = metrics.find((name) => /[*?|]/.test(name));
  if (wild !== undefined) throw unknownName('context', wild, await contextNames());
  const { contexts = {} } = await ask('get_metrics_details', { metrics, ...more });
  const cut = Object.values(contexts).some((each) => (each.dimensions ?? []).some(isRest));
  if (!cut || more.cardinality_limit) return contexts;
  // 500 is the most the agent takes; its default of 50 hides the rest behind "... N dimensions more".
  return detailsOf(metrics, { ...more, cardinality_limit: 500 });
}

/** Names of all contexts with data in the last hour, for suggestions. */
async function contextNames() {
  const { contexts = [] } = await ask('list_metrics', { cardinality_limit: 500 });
  if (Array.isArray(contexts)) return contexts.filter((name) => !isRest(name));
  return Object.values(contexts)
    .filter(Array.isArray)
    .flat()
    .filter((name) => !isRest(name));
}

/** "... and 22 more", "... 12 dimensions more": the agent writes these between the names. */
function isRest(name) {
  return typeof name === 'string' && name.startsWith('... ');
}
