import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { startAlertmanager, type FakeAlertmanager } from '../fakes/alertmanager.ts';
import { startLoopback, type LoopbackServer } from '../fakes/loopback-server.ts';

const place = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const echo = place('../fakes/echo-server.mjs');

// The shape of a small inventory service: a list, one item, and a delete that is dangerous.
const inventory = `
spec: https://dadl.ai/spec/dadl-spec-v0.2.md
backend:
  name: inventory
  type: rest
  description: Things in the house
  auth: { type: apikey, credential: inventory_key, header_name: X-Key }
  examples:
    - { name: Weigh one, description: weigh, code: "return (await api.get_thing({ id: 'a' })).kg;" }
  hints:
    list_things: { note: sorted by name }
  tools:
    list_things: { method: GET, path: /things, access: read, description: All things }
    get_thing:
      method: GET
      path: /things/{id}
      access: read
      description: One thing
      params: { id: { type: string, in: path, description: Its id } }
    delete_thing:
      method: DELETE
      path: /things/{id}
      access: dangerous
      description: Throws a thing away
      params: { id: { type: string, in: path } }
  composites:
    weigh_all:
      access: read
      description: The weight of everything together
      code: |
        const things = await api.list_things();
        const full = await Promise.all(things.map(({ id }) => api.get_thing({ id })));
        console.log('weighed ' + full.length);
        return { kg: full.reduce((sum, { kg }) => sum + kg, 0) };
    clear_out:
      access: read
      description: Throws everything away
      code: |
        try {
          await api.delete_thing({ id: 'a' });
        } catch (error) {
          return { code: error.code };
        }
`;

const mixed = `
function describe() {
  return { tools: [{ name: 'both', description: 'Asks both', access: 'read', params: {} }] };
}
async function both() {
  const [echoed, alerts] = await Promise.all([
    api.echo.echo({ bytes: 3 }),
    api.am.get_alerts({ filter: ['severity="critical"'] }),
  ]);
  return { echoed: echoed.content[0].text, alerts: JSON.parse(alerts.content[0].text).length };
}
`;

let home: OwnHome;
let gateway: TestGateway;
let client: StdioClient;
let manager: FakeAlertmanager;
let things: LoopbackServer;

beforeAll(async () => {
  manager = await startAlertmanager([
    { labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db-01' } },
    { labels: { alertname: 'Load', severity: 'warning', instance: 'db-01' } },
  ]);
  const kilos: Readonly<Record<string, number>> = { a: 2, b: 3 };
  things = await startLoopback(({ method, path: at, headers }) => {
    if (headers['x-key'] !== 'house key') return { status: 401, body: { message: 'no key' } };
    if (method === 'DELETE') return { status: 204 };
    if (at === '/things') return { body: [{ id: 'a' }, { id: 'b' }] };
    return { body: { id: at.slice(8), kg: kilos[at.slice(8)] } };
  });
  home = ownHome();
  home.write('dadl/inventory.dadl', inventory);
  home.write(
    'backends.yaml',
    `backends:\n  - { name: house, transport: rest, dadl: inventory.dadl, url: ${things.url} }\n`,
  );
  home.write(
    'units/mixed/unit.yaml',
    `unit: mixed
implementation: ./mixed.js
expose: { tools: [both] }
backends:
  - { name: echo, transport: stdio, command: ${process.execPath}, args: [${echo}] }
  - { name: am, transport: rest, dadl: alertmanager.dadl, url: ${manager.url} }
`,
  );
  home.write('units/mixed/mixed.js', mixed);
  const folder = path.join(home.folder, 'config', 'units', 'mixed');
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    place('../../units/homelab/alertmanager.dadl'),
    path.join(folder, 'alertmanager.dadl'),
  );
  gateway = await runningGateway(home, { CREDENTIAL_INVENTORY_KEY: 'house key' });
  client = await stdioClient(home, 'claude-desktop');
});

afterAll(async () => {
  await client.client.close();
  await gateway.close();
  await Promise.all([manager.close(), things.close()]);
  home.remove();
});

async function recordsOf(tool: string) {
  const rows = await gateway.services.recentAudit(100);
  return rows.filter((row) => row.tool === tool);
}

test('one unit asks an MCP server and a REST API together', async () => {
  expect(JSON.parse(await client.callText('mixed_both'))).toStrictEqual({
    echoed: 'xxx',
    alerts: 1,
  });
  expect(manager.requests.at(-1)?.query.getAll('filter')).toStrictEqual(['severity="critical"']);
});

test('declares a REST tool with its types and hints', async () => {
  const found = await client.callText('discover_tools', { pattern: 'house_(get|list)' });
  expect(found).toContain('house_get_thing');
  expect(found).toContain('id: string');
  expect(found).toContain('[note: sorted by name]');
  expect(found).toContain("//   return (await toolmesh.house_get_thing({ id: 'a' })).kg;");
});

test('records each call of a composite below it, with its rights', async () => {
  expect(JSON.parse(await client.callText('house_weigh_all'))).toStrictEqual({ kg: 5 });
  const [parent] = await recordsOf('weigh_all');
  expect(parent?.kind).toBe('composite');
  const children = [...(await recordsOf('list_things')), ...(await recordsOf('get_thing'))];
  expect(children.map(({ parentId, kind, status }) => ({ parentId, kind, status }))).toStrictEqual(
    Array.from({ length: 3 }, () => ({ parentId: parent?.id, kind: 'tool', status: 'success' })),
  );
});

test('a composite may call nothing that its caller may not', async () => {
  expect(JSON.parse(await client.callText('house_clear_out'))).toStrictEqual({
    code: 'access-denied',
  });
  expect(await recordsOf('delete_thing')).toMatchObject([{ status: 'denied' }]);
  expect(things.requests.filter(({ method }) => method === 'DELETE')).toStrictEqual([]);
});

test('names the nearest argument and sends nothing', async () => {
  const before = things.requests.length;
  const result = await client.call('house_get_thing', { ident: 'a' });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('unknown parameter "ident" (did you mean "id"?)');
  expect(things.requests.length).toBe(before);
});

test('keeps the last good version of a file that became invalid', async () => {
  home.write('dadl/inventory.dadl', inventory.replace('method: GET', 'method: FETCH'));
  await changed(() => gateway.log.some(({ message }) => message.includes('FETCH')));
  expect(gateway.log.findLast(({ message }) => message.includes('FETCH'))?.message).toMatch(
    /inventory\.dadl:\d+:\d+: error: .*expected GET/,
  );
  expect(await client.callText('house_list_things')).toBe('[{"id":"a"},{"id":"b"}]');
});

/** Resolves once the gateway has taken the change up, which it tells. */
async function changed(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await new Promise<void>((resolve) => {
      const stop = gateway.services.onGatewayChange(() => {
        stop();
        resolve();
      });
    });
  }
}
