// Resources of MCP servers that are passed through, by the bridge and over HTTP.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hear } from '../builders/heard.ts';
import { offering, seenBy } from '../builders/offering.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { stdioClient } from '../builders/stdio-client.ts';

// The SDK's own schemas take unknown fields away.
const untouched = z.looseObject({});

const unitGlue = `
function describe() { return { tools: [{ name: 'hello', access: 'read', params: {} }] }; }
async function hello() { return await api.hidden.link({ uri: 'hidden://a' }); }
`;

let home: OwnHome;
let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        offering('one', {
          resources: ['file:///shared.txt', 'one://a', 'one://missing', 'toolmesh://two/x'],
          templates: ['one://by-id/{id}', 'file:///{+path}'],
          secret: 'canary-of-one',
        }),
        offering('two', {
          resources: ['file:///shared.txt', 'two://a'],
          templates: ['two://{id}'],
          pageSize: 1,
        }),
        offering('three', { lacks: ['resources', 'prompts', 'completions', 'logging'] }),
        offering('broken', { broken: true }),
      ],
    }),
  );
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  home.write(
    'units/demo/unit.yaml',
    JSON.stringify({
      unit: 'demo',
      implementation: './demo.js',
      backends: [offering('hidden', { resources: ['hidden://a'] })],
      expose: { tools: ['hello'] },
    }),
  );
  home.write('units/demo/demo.js', unitGlue);
  gateway = await runningGateway(home, { CREDENTIAL_ONE: 'canary-of-one' });
  client = (await stdioClient(home, 'test')).client;
});

afterAll(async () => {
  await client.close();
  await gateway.close();
  home.remove();
});

async function textAt(from: Client, uri: string): Promise<string> {
  const { contents } = await from.readResource({ uri });
  return contents.map((each) => ('text' in each ? each.text : '')).join('\n');
}

describe('resources', () => {
  test('are listed with the backend before their name and all their fields', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'toolmesh://one/file:///shared.txt',
      'one://a',
      'one://missing',
      'toolmesh://one/toolmesh://two/x',
      'toolmesh://two/file:///shared.txt',
      'two://a',
    ]);
    const raw = await client.request({ method: 'resources/list' }, untouched);
    expect(raw['resources']).toContainEqual({ uri: 'one://a', name: 'one_a', 'x-own': 'one' });
  });

  test('of a private backend of a unit are nowhere', async () => {
    const { resources } = await client.listResources();
    expect(JSON.stringify(resources)).not.toContain('hidden');
    await callTool(client, 'demo_hello');
    await expect(client.readResource({ uri: 'hidden://a' })).rejects.toMatchObject({
      code: -32002,
    });
  });

  test('are read where they are, under both forms of a shared URI', async () => {
    expect(await textAt(client, 'one://a')).toContain('one has one://a');
    expect(await textAt(client, 'toolmesh://one/file:///shared.txt')).toContain(
      'one has file:///shared.txt',
    );
    expect(await textAt(client, 'toolmesh://two/file:///shared.txt')).toContain(
      'two has file:///shared.txt',
    );
    expect(await textAt(client, 'toolmesh://one/toolmesh://two/x')).toContain(
      'one has toolmesh://two/x',
    );
    expect(await client.readResource({ uri: 'two://a' })).toMatchObject({ _meta: { from: 'two' } });
  });

  test('that two backends claim are not guessed between', async () => {
    const fresh = (await stdioClient(home, 'test')).client;
    await expect(fresh.readResource({ uri: 'file:///shared.txt' })).rejects.toThrow(
      /"toolmesh:\/\/one\/file:\/\/\/shared.txt" or "toolmesh:\/\/two\/file:\/\/\/shared.txt"/,
    );
    await fresh.close();
  });

  test('that a tool links to are read from its backend', async () => {
    const uri = 'file:///shared.txt';
    const params = { name: 'two_link', arguments: { uri } };
    const result = await client.request({ method: 'tools/call', params }, untouched);
    expect(result['content']).toEqual([
      { type: 'resource_link', uri, name: 'there' },
      { type: 'resource', resource: { uri: `${uri}#part`, text: 'inside' } },
    ]);
    expect(await textAt(client, uri)).toContain('two has');
    await callTool(client, 'one_link', { uri });
    expect(await textAt(client, uri)).toContain('one has');
    await callTool(client, 'execute_code', {
      code: "await toolmesh.two_link({ uri: 'unlisted://somewhere' })",
    });
    expect(await textAt(client, 'unlisted://somewhere')).toContain('two has unlisted');
    expect(await textAt(client, 'unlisted://somewhere#part')).toContain('two has unlisted');
  });

  test('of templates are read by what they expand to', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'one://by-id/{id}',
      'toolmesh://one/file:///{+path}',
      'two://{id}',
    ]);
    expect(await textAt(client, 'one://by-id/7')).toContain('one has one://by-id/7');
    expect(await textAt(client, 'toolmesh://one/file:///b/c')).toContain('one has file:///b/c');
  });

  test('that nobody has are an error with the code of the protocol', async () => {
    await expect(client.readResource({ uri: 'nobody://x' })).rejects.toMatchObject({
      code: -32002,
    });
    await expect(client.readResource({ uri: 'one://missing' })).rejects.toMatchObject({
      code: -32002,
    });
  });

  test('do not give a known secret away', async () => {
    expect(await textAt(client, 'one://a')).toBe('one has one://a [hidden]');
  });

  test('that are read stand in the record', async () => {
    await textAt(client, 'toolmesh://two/file:///shared.txt');
    const rows = await gateway.services.recentAudit(10);
    expect(rows.at(-1)).toMatchObject({
      kind: 'tool',
      backend: 'two',
      tool: 'resources/read',
      exposedAs: 'toolmesh://two/file:///shared.txt',
      client: 'test',
      status: 'success',
    });
  });

  test('are not read while the gateway is paused', async () => {
    gateway.services.setPaused(true);
    await expect(client.readResource({ uri: 'one://a' })).rejects.toThrow(/paused/);
    gateway.services.setPaused(false);
    expect(await textAt(client, 'one://a')).toContain('one has');
  });

  test('are told of when they change, under the form the client used', async () => {
    const heard = hear(client);
    await client.subscribeResource({ uri: 'toolmesh://two/file:///shared.txt' });
    await callTool(client, 'one_touch', { uri: 'file:///shared.txt' });
    await callTool(client, 'two_touch', { uri: 'file:///shared.txt' });
    expect(await heard.next('notifications/resources/updated')).toMatchObject({
      params: { uri: 'toolmesh://two/file:///shared.txt' },
    });
    expect(heard.all.filter(({ method }) => method.endsWith('updated'))).toHaveLength(1);
    await client.unsubscribeResource({ uri: 'toolmesh://two/file:///shared.txt' });
    const { seen } = await seenBy(client, 'two');
    expect(seen.map(({ method }) => method)).toContain('resources/unsubscribe');
  });

  test('are unsubscribed only when the last client has gone', async () => {
    const other = (await stdioClient(home, 'test')).client;
    await client.subscribeResource({ uri: 'two://a' });
    await other.subscribeResource({ uri: 'two://a' });
    const heard = hear(other);
    await client.unsubscribeResource({ uri: 'two://a' });
    await callTool(client, 'two_touch', { uri: 'two://a' });
    await heard.next('notifications/resources/updated');
    await other.close();
  });

  test('that are new are told of and listed', async () => {
    const heard = hear(client);
    await client.listResources();
    await callTool(client, 'one_add', { resource: 'one://new' });
    await heard.next('notifications/resources/list_changed');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('one://new');
  });

  test('cost a server nothing that has none', async () => {
    const { seen } = await seenBy(client, 'three');
    const methods = new Set(seen.map(({ method }) => method));
    expect([...methods]).toEqual(['tools/list', 'tools/call']);
  });

  test('reach a client over HTTP, too', async () => {
    const token = await gateway.tokens.createToken('laptop');
    const http = await httpClient(gateway.httpUrl() ?? '', token);
    expect(await textAt(http, 'two://a')).toContain('two has two://a');
    const heard = hear(http);
    await http.subscribeResource({ uri: 'two://a' });
    // A client's own stream may open after its first requests.
    const told = async (): Promise<boolean> => {
      await callTool(http, 'two_touch', { uri: 'two://a' });
      return heard.all.some(({ method }) => method === 'notifications/resources/updated');
    };
    await expect.poll(told, { timeout: 20_000 }).toBe(true);
    await http.close();
  });
});

describe('a client that may not use a backend', () => {
  test('neither sees nor reads what it has', async () => {
    const stranger = (await stdioClient(home)).client;
    expect((await stranger.listResources()).resources).toEqual([]);
    expect((await stranger.listResourceTemplates()).resourceTemplates).toEqual([]);
    await expect(stranger.readResource({ uri: 'one://a' })).rejects.toThrow(/may not call/);
    const rows = await gateway.services.recentAudit(10);
    expect(rows.at(-1)).toMatchObject({ status: 'denied', backend: 'one' });
    await expect(stranger.subscribeResource({ uri: 'one://a' })).rejects.toThrow(/may not call/);
    await stranger.close();
  });
});

test('a rule against a backend hides what it has', async () => {
  const http = 'http: { enabled: true, port: 0 }\n';
  const rule = 'access: { overrides: [{ unit: two, decision: deny }] }\n';
  const heard = hear(client);
  home.write('settings.yaml', http + rule);
  await heard.next('notifications/resources/list_changed');
  const { resources } = await client.listResources();
  expect(resources.some(({ uri }) => uri.includes('two://a'))).toBe(false);
  await expect(client.readResource({ uri: 'two://a' })).rejects.toThrow(/may not call/);
});
