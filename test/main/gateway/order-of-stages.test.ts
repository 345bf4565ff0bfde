// Each stage that can refuse a call, with everything that can be reached real: an MCP server over HTTP
// that counts its requests, and a credential that counts how often it is read.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBackend } from '../../../main/backends/create-backend.ts';
import type { Backend } from '../../../main/backends/backend.ts';
import { backendEntry } from '../../../main/config/schema/backend-entry.ts';
import type { Grants } from '../../../main/gateway/authz/grants.ts';
import type { Route } from '../../../main/gateway/route.ts';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import {
  callPipeline,
  policy,
  privateBackend,
  textResult,
  unitNamed,
  type CallChanges,
  type Pipeline,
  type PipelineOptions,
} from '../../builders/call-pipeline.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';

const sandbox = openSandbox();
let server: Server;
let backend: Backend;
let requests = 0;
let reads = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { id, method } = (body === '' ? {} : JSON.parse(body)) as {
        id?: number;
        method?: string;
      };
      if (id === undefined) {
        response.writeHead(request.method === 'POST' ? 202 : 405).end();
        return;
      }
      const result = answers[method ?? ''] ?? {};
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const entry = backendEntry.parse({
    name: 'netdata',
    transport: 'http',
    url: `http://127.0.0.1:${port}/mcp`,
    api_key_env: 'NETDATA_KEY',
  });
  backend = createBackend(entry, {
    appVersion: '0',
    logger: { log: () => undefined },
    credential: () => {
      reads += 1;
      return Promise.resolve('the-key-of-netdata');
    },
    childEnvironment: () => Promise.resolve({}),
  });
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (backend.tools().length > 0) resolve();
    };
    backend.onChange(look);
    look();
  });
});

const answers: Record<string, unknown> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'netdata', version: '1' },
  },
  'tools/list': { tools: [{ name: 'metric', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'cpu is fine' }] },
};

afterAll(async () => {
  await backend.close();
  server.close();
  server.closeAllConnections();
});

beforeEach(() => {
  requests = 0;
  reads = 0;
});

const noGrant: Grants = {
  require: () =>
    Promise.reject(
      new GatewayError('access-denied', 'not granted', { data: { decidedBy: 'openfga' } }),
    ),
  permitted: () => Promise.resolve(new Set()),
  problem: () => undefined,
};

function pipelineOf(options: Partial<PipelineOptions> = {}): Pipeline {
  return callPipeline({
    sandbox,
    run: (call) => backend.callTool({ ...call, tool: 'metric' }),
    ...options,
  });
}

test('reads the credential and reaches the backend when nothing refuses', async () => {
  const pipeline = pipelineOf({ policies: [policy('ok.js', '')] });
  await pipeline.call();
  expect(requests).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(0);
  expect(pipeline.records).toMatchObject([{ status: 'success', decidedBy: 'standard.read' }]);
});

const unknownTool = (): Route => {
  throw new GatewayError('unknown-tool', 'Tool "x" does not exist');
};

interface Refusal {
  readonly options?: Partial<PipelineOptions>;
  readonly changes?: CallChanges;
  readonly args?: Record<string, unknown>;
  readonly prepare?: (pipeline: Pipeline) => void;
  readonly record: object;
}

const refusals: Record<string, Refusal> = {
  'the pause': {
    prepare: (pipeline) => (pipeline.paused = true),
    record: { status: 'denied', errorCode: 'paused' },
  },
  'the arguments': {
    args: { limit: 'many' },
    record: { status: 'error', errorCode: 'invalid-arguments' },
  },
  'unreadable settings': {
    options: { settings: undefined },
    record: { status: 'denied', decidedBy: 'settings.yaml' },
  },
  'an access rule': {
    options: { settings: { access: { standard: { read: 'deny' } } } },
    record: { status: 'denied', decidedBy: 'standard.read' },
  },
  'an override': {
    options: { settings: { access: { overrides: [{ unit: 'netdata', decision: 'deny' }] } } },
    record: { status: 'denied', decidedBy: 'override 1' },
  },
  'a missing grant': {
    options: { grants: noGrant },
    record: { status: 'denied', decidedBy: 'openfga' },
  },
  'a missing approval': {
    changes: { tool: { access: 'dangerous' } },
    record: { status: 'denied', decidedBy: 'nobody to ask' },
  },
  'a policy': {
    options: { policies: [policy('no.js', "throw new Error('no')")] },
    record: { status: 'denied', decidedBy: 'policy no.js' },
  },
  'a broken policy': {
    options: { policies: [policy('broken.js', 'null.x')] },
    record: { status: 'denied', decidedBy: 'policy broken.js' },
  },
};

test.each(Object.entries(refusals))(
  '%s stops a call before any credential or backend',
  async (_, { options, changes, args, prepare, record }) => {
    const pipeline = pipelineOf(options);
    prepare?.(pipeline);
    await pipeline.refused(args, changes);
    expect({ requests, reads, reached: pipeline.reached }).toEqual({
      requests: 0,
      reads: 0,
      reached: [],
    });
    expect(pipeline.records).toMatchObject([record]);
  },
);

test('an unknown name is recorded and reaches nothing', async () => {
  const pipeline = pipelineOf();
  const call = pipeline.callTool({
    caller: { user: 'alice', client: 'cursor', clientInfo: '', callerClass: 'standard' },
    name: 'x',
    args: {},
    resolve: unknownTool,
    signal: new AbortController().signal,
  });
  await expect(call).rejects.toMatchObject({ code: 'unknown-tool' });
  expect(pipeline.records).toMatchObject([
    { status: 'error', exposedAs: 'x', errorCode: 'unknown-tool' },
  ]);
  expect(requests).toBe(0);
});

test('a denying rule leaves the grants, the person and the policies unasked', async () => {
  let asked = 0;
  const grants: Grants = {
    ...noGrant,
    require: () => Promise.reject(new Error(`asked ${(asked += 1)}`)),
  };
  const policies = [policy('p.js', "throw new Error('must not run')")];
  const settings = { access: { standard: { read: 'deny' } } };
  const pipeline = pipelineOf({ grants, policies, settings });
  pipeline.desk.attend();
  expect((await pipeline.refused()).message).toContain('settings.yaml, access, standard.read');
  expect(asked).toBe(0);
});

test("a unit's private calls need no grant of their own", async () => {
  const asked: string[] = [];
  const grants: Grants = {
    ...noGrant,
    require: (_user, { tool, unit }) => {
      asked.push(`${tool} of ${unit ?? 'nobody'}`);
      return Promise.resolve('openfga');
    },
  };
  const pipeline = pipelineOf({
    grants,
    run: (call) =>
      call.subCall(
        privateBackend('nd', () => textResult('raw')),
        'query',
        {},
      ),
  });
  await pipeline.call({}, { route: { unit: unitNamed('netdata') } });
  expect(asked).toEqual(['netdata_metric of netdata']);
  expect(pipeline.records.map(({ kind, decidedBy }) => `${kind}: ${decidedBy ?? ''}`)).toEqual([
    'api: ',
    'tool: standard.read, openfga',
  ]);
});

test('a missing grant leaves the person unasked', async () => {
  const pipeline = pipelineOf({ grants: noGrant });
  pipeline.desk.attend();
  await pipeline.refused({}, { tool: { access: 'dangerous' } });
  expect(pipeline.records).toMatchObject([{ decidedBy: 'openfga' }]);
});

test('an answer refused by a policy leaves nothing but its record', async () => {
  const pipeline = pipelineOf({
    policies: [policy('post.js', "if (ctx.phase === 'post') throw new Error('not this')")],
  });
  const error = await pipeline.refused();
  expect(error.message).not.toContain('cpu is fine');
  expect(pipeline.records).toMatchObject([{ status: 'denied', decidedBy: 'policy post.js' }]);
});
