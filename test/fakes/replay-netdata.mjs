// A Netdata agent's /mcp made of recorded replies: same transport habits, and it knows only what was recorded.
//   node test/fakes/replay-netdata.mjs [--port N] [--key KEY] [FIXTURE_DIR...]
// A request without a recording is answered with an error that names it, and kept in `unmatched`
// (over HTTP: GET /unmatched), so that a test can't pass by accident.
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Most bytes of a request the agent reads. */
const MAX_BODY = 131_072;
const VERSIONS = ['2024-11-05', '2025-03-26'];
/** Arguments whose order says nothing. */
const SETS = new Set(['nodes', 'dimensions', 'metrics', 'instances', 'columns', 'status']);

export const netdataFixtures = fileURLToPath(new URL('../fixtures/netdata', import.meta.url));

/** @returns recorded replies of the folders, the later ones over the earlier. */
export function loadFixtures(folders) {
  const known = new Map();
  for (const folder of folders) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const fixture = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
      known.set(fixture.method ?? keyOf(fixture.tool, fixture.arguments), { file, ...fixture });
    }
  }
  return known;
}

export function keyOf(tool, args) {
  return `${tool} ${JSON.stringify(canonical(args ?? {}))}`;
}

function canonical(value, name) {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    return SETS.has(name) ? items.toSorted() : items;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, canonical(value[key], key)]),
  );
}

/**
 * Starts an agent. `key` switches bearer token protection on; `version` is what initialize tells.
 */
export async function startReplay({ folders, extra = [], key, port = 0, version } = {}) {
  const known = loadFixtures(folders ?? [netdataFixtures, path.join(netdataFixtures, 'derived')]);
  for (const fixture of extra)
    known.set(keyOf(fixture.tool, fixture.arguments), { file: 'extra', ...fixture });
  const state = {
    known,
    version,
    key,
    /** Requests nothing was recorded for. */
    unmatched: [],
    /** Tool calls answered, in order: tool, arguments, fixture, text bytes. */
    calls: [],
  };
  const server = createServer((request, response) => {
    void answerHttp(state, request, response).catch((error) => {
      state.unmatched.push(`${request.method} ${request.url}: ${error.message}`);
      response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message);
    });
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    unmatched: state.unmatched,
    calls: state.calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerHttp(state, request, response) {
  const url = new URL(request.url, 'http://agent');
  const plain = (status, text) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  if (url.pathname === '/unmatched') {
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(state.unmatched));
  }
  if (url.pathname.replace(/\/$/, '') !== '/mcp') return plain(404, 'File does not exist');
  if (request.method === 'DELETE') return plain(405, 'Unsupported HTTP method for /mcp\n');
  if (request.method !== 'POST') return plain(400, 'Invalid request');
  if (request.headers['transfer-encoding']) {
    // The agent never answers such a request; failing at once says why a test would hang.
    state.unmatched.push('chunked request body: a real agent hangs on it, send Content-Length');
    return plain(501, 'chunked request body: a real agent hangs on it, send Content-Length');
  }
  const body = await bodyOf(request);
  if (body === undefined) return plain(400, 'Request too big');
  if (state.key !== undefined && !hasKey(state.key, request, url)) {
    return reply(request, response, 412, {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'MCP API key is required when bearer token protection is enabled',
      },
    });
  }
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return reply(request, response, 400, {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'unexpected end of data' },
    });
  }
  const answer = answerMessage(state, message);
  if (answer === undefined) return response.writeHead(202).end();
  return reply(request, response, 200, { jsonrpc: '2.0', id: message.id ?? null, ...answer });
}

async function bodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    chunks.push(chunk);
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks).toString('utf8');
}

function hasKey(key, request, url) {
  const bearer = (header) => /^bearer (.+)$/i.exec(header ?? '')?.[1];
  return [
    bearer(request.headers.authorization),
    bearer(request.headers['x-netdata-auth']),
    url.searchParams.get('api_key'),
  ].includes(key);
}

/** Accept decides: with text/event-stream the agent sends one event and then "complete". */
function reply(request, response, status, message) {
  const stream = status === 200 && /text\/event-stream/.test(request.headers.accept ?? '');
  const json = JSON.stringify(message);
  const text = stream ? `event: message\ndata: ${json}\n\nevent: complete\ndata: {}\n\n` : json;
  response
    .writeHead(status, {
      'content-type': stream
        ? 'text/event-stream; charset=utf-8'
        : 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'mcp-session-id': '00000000-0000-4000-8000-000000000000',
    })
    .end(text);
}

function answerMessage(state, { method, params = {} }) {
  switch (method) {
    case 'ping':
      return { result: {} };
    case 'initialize': {
      const result = structuredClone(state.known.get('initialize').reply.result);
      if (VERSIONS.includes(params.protocolVersion))
        result.protocolVersion = params.protocolVersion;
      if (state.version !== undefined) result.serverInfo.version = state.version;
      return { result };
    }
    case 'tools/list':
      return { result: state.known.get('tools/list').reply.result };
    case 'resources/list':
      return { result: { resources: [] } };
    case 'tools/call':
      return answerCall(state, params.name, params.arguments);
    default:
      if (method?.startsWith('notifications/')) return undefined;
      return { error: { code: -32601, message: `Method '${method}' not found` } };
  }
}

function answerCall(state, tool, args) {
  const tools = state.known.get('tools/list').reply.result.tools;
  if (!tools.some(({ name }) => name === tool)) {
    return { error: { code: -32600, message: `Unknown tool: ${tool}` } };
  }
  const fixture = state.known.get(keyOf(tool, args));
  if (fixture === undefined) {
    const request = keyOf(tool, args);
    state.unmatched.push(request);
    return { error: { code: -32099, message: `No recording for ${request}` } };
  }
  const { result, error } = fixture.reply;
  state.calls.push({
    tool,
    arguments: args ?? {},
    file: fixture.file,
    derived: fixture.derived,
    reply: fixture.reply,
    bytes: fixture.bytes,
  });
  return error === undefined ? { result } : { error };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const option = (name) => {
    const index = args.indexOf(name);
    return index < 0 ? undefined : args.splice(index, 2)[1];
  };
  const port = Number(option('--port') ?? 0);
  const key = option('--key');
  const { url } = await startReplay({ port, key, ...(args.length > 0 ? { folders: args } : {}) });
  process.stdout.write(`${url}\n`);
}
