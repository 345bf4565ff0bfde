// What a passed-through MCP server asks in the middle of a call reaches the client that made the call, and
// no other.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offering, seenBy } from '../builders/offering.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { stdioClient, textOf } from '../builders/stdio-client.ts';
import { firstLine, stop } from '../setup/background.ts';

const sampling = {
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'who are you, canary-of-one?' } }],
    maxTokens: 5,
    includeContext: 'allServers',
    'x-own': 1,
  },
};
const elicitation = {
  method: 'elicitation/create',
  params: { message: 'Which one?', requestedSchema: { type: 'object', properties: {} } },
};
const everything: ClientCapabilities = { sampling: {}, elicitation: {}, roots: {} };

const unitGlue = `
function describe() { return { tools: [{ name: 'ask', access: 'read', params: {} }] }; }
async function ask() { return await api.hidden.ask({ method: 'roots/list' }); }
`;

let home: OwnHome;
let gateway: TestGateway;
let httpServer: ChildProcess;
const clients: Client[] = [];

beforeAll(async () => {
  home = ownHome();
  const { command, args } = offering('far') as { command: string; args: string[] };
  httpServer = spawn(command, [...args, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await firstLine(httpServer, httpServer.stdout ?? process.stdin, 'offering-server');
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        { ...offering('one'), options: { timeout: 1 } },
        offering('patient'),
        { name: 'far', transport: 'http', url },
      ],
    }),
  );
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  home.write(
    'units/demo/unit.yaml',
    JSON.stringify({
      unit: 'demo',
      implementation: './demo.js',
      backends: [offering('hidden')],
      expose: { tools: ['ask'] },
    }),
  );
  home.write('units/demo/demo.js', unitGlue);
  gateway = await runningGateway(home, { CREDENTIAL_ONE: 'canary-of-one' });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await gateway.close();
  await stop(httpServer);
  home.remove();
});

interface Asked {
  readonly client: Client;
  readonly questions: { readonly method: string; readonly params?: unknown }[];
}

/** A client that answers what it declared with its own name, by the bridge or over HTTP. */
async function answering(
  name: string,
  capabilities: ClientCapabilities,
  over: 'stdio' | 'http' = 'stdio',
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Asked> {
  const client = new Client({ name, version: '1.0.0' }, { capabilities });
  const questions: Asked['questions'] = [];
  client.fallbackRequestHandler = async ({ method, params }) => {
    questions.push({ method, params });
    await before();
    return { model: name, by: name };
  };
  clients.push(client);
  if (over === 'stdio') await stdioClient(home, name, client);
  else await httpClient(gateway.httpUrl() ?? '', await gateway.tokens.createToken(name), client);
  return { client, questions };
}

async function ask(client: Client, tool: string, question: object): Promise<unknown> {
  return JSON.parse(textOf(await callTool(client, tool, { ...question })));
}

describe.each(['stdio', 'http'] as const)('a question to a client over %s', (over) => {
  test.each(['one', 'far'])('of backend "%s" is answered by who called', async (backend) => {
    const asked = await answering(`caller-${over}-${backend}`, everything, over);
    const other = await answering(`other-${over}-${backend}`, everything, over);
    const by = { by: `caller-${over}-${backend}` };
    expect(await ask(asked.client, `${backend}_ask`, sampling)).toMatchObject({ answer: by });
    expect(await ask(asked.client, `${backend}_ask`, elicitation)).toMatchObject({ answer: by });
    expect(await ask(asked.client, `${backend}_ask`, { method: 'roots/list' })).toMatchObject({
      answer: by,
    });
    expect(other.questions).toEqual([]);
    const { includeContext: _others, messages: _secret, ...rest } = sampling.params;
    expect(asked.questions[0]).toMatchObject({ method: sampling.method, params: rest });
    expect(JSON.stringify(asked.questions)).not.toContain('includeContext');
    expect(JSON.stringify(asked.questions)).not.toContain('canary-of-one');
  });
});

test('a client that declared nothing is not asked, and the server is told so', async () => {
  const { client, questions } = await answering('mute', {});
  for (const question of [sampling, elicitation, { method: 'roots/list' }])
    expect(await ask(client, 'one_ask', question)).toMatchObject({ code: -32601 });
  expect(questions).toEqual([]);
  const half = await answering('half', { roots: {} });
  expect(await ask(half.client, 'one_ask', sampling)).toMatchObject({ code: -32601 });
  expect(await ask(half.client, 'one_ask', { method: 'roots/list' })).toHaveProperty('answer');
});

test("a client's refusal reaches the server as it is", async () => {
  const { client } = await answering('refusing', everything, 'stdio', () =>
    Promise.reject(Object.assign(new Error('the user said no'), { code: -1 })),
  );
  expect(await ask(client, 'one_ask', sampling)).toEqual({
    code: -1,
    message: 'MCP error -1: the user said no',
  });
});

test('over one pipe nobody is asked while several clients wait', async () => {
  const [first, second] = [
    await answering('first', everything),
    await answering('second', everything),
  ];
  const holding = callTool(second.client, 'patient_hold');
  await expect
    .poll(async () => (await seenBy(first.client, 'patient')).held, { timeout: 20_000 })
    .toBe(1);
  const roots = Promise.all([
    ask(second.client, 'patient_ask', { method: 'roots/list' }),
    ask(second.client, 'patient_ask', { method: 'roots/list' }),
  ]);
  expect(await roots).toMatchObject([{ answer: { by: 'second' } }, { answer: { by: 'second' } }]);
  expect(await ask(first.client, 'patient_ask', sampling)).toEqual({
    code: -32601,
    message: expect.stringContaining(
      'Nobody was asked for sampling/createMessage: calls of several clients run in backend "patient", and nothing says which of them asks; call again when the others are done',
    ) as string,
  });
  await callTool(first.client, 'patient_release');
  await holding;
  expect(await ask(first.client, 'patient_ask', sampling)).toHaveProperty('answer');
  expect(second.questions).toHaveLength(2);
  const text = 'patient asked for sampling/createMessage and nobody was asked';
  const { records } = await gateway.services.queryAudit({ text, limit: 10, order: 'oldest' });
  expect(records.map(({ client, tool }) => `${client}: ${tool}`).toSorted()).toEqual([
    'first: ask',
    'second: hold',
  ]);
});

test('over HTTP each of several clients is asked for its own call', async () => {
  const [first, second] = [
    await answering('first-far', everything),
    await answering('second-far', everything, 'http'),
  ];
  const holding = callTool(second.client, 'far_hold');
  await expect
    .poll(async () => (await seenBy(first.client, 'far')).held, { timeout: 20_000 })
    .toBe(1);
  const answers = await Promise.all(
    [first, second, first, second].map(({ client }) => ask(client, 'far_ask', sampling)),
  );
  expect(answers.map((each) => (each as { answer: { by: string } }).answer.by)).toEqual([
    'first-far',
    'second-far',
    'first-far',
    'second-far',
  ]);
  await callTool(first.client, 'far_release');
  await holding;
});

test('the time a person takes does not count for the call', async () => {
  // The backend has one second, the client answers after more than that.
  const { client } = await answering(
    'slow',
    everything,
    'stdio',
    () => new Promise((resolve) => setTimeout(resolve, 1500)),
  );
  expect(await ask(client, 'one_ask', elicitation)).toHaveProperty('answer');
});

test('a cancelled call ends its question', async () => {
  let cancelled: (() => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const client = new Client({ name: 'leaving', version: '1' }, { capabilities: everything });
  clients.push(client);
  const abort = new AbortController();
  client.fallbackRequestHandler = (_request, { signal }) => {
    signal.addEventListener('abort', () => cancelled?.());
    abort.abort();
    return new Promise(() => undefined);
  };
  await stdioClient(home, 'leaving', client);
  const call = client.callTool({ name: 'one_ask', arguments: elicitation }, undefined, {
    signal: abort.signal,
  });
  await expect(call).rejects.toThrow();
  await gone;
});

test('a script that calls the server is asked through its client', async () => {
  const { client, questions } = await answering('scripting', everything);
  const code = `return await toolmesh.one_ask(${JSON.stringify(sampling)})`;
  expect(textOf(await callTool(client, 'execute_code', { code }))).toContain('scripting');
  expect(questions).toHaveLength(1);
});

test("a unit's private server can ask nobody", async () => {
  const { client, questions } = await answering('above', everything);
  expect(await ask(client, 'demo_ask', {})).toMatchObject({ code: -32601 });
  expect(questions).toEqual([]);
});

test('a question stands in the record of its call', async () => {
  const { client } = await answering('recorded', everything);
  await ask(client, 'one_ask', sampling);
  const rows = await gateway.services.recentAudit(10);
  expect(rows.at(-1)).toMatchObject({ backend: 'one', tool: 'ask' });
});
