// A call that has to be asked about, where no window attends: the bridge carries the question to the client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { callTool, runningGateway, type TestGateway } from '../builders/running-gateway.ts';
import { textOf } from '../builders/stdio-client.ts';

let home: OwnHome;
let gateway: TestGateway;
let clients: Client[] = [];

beforeAll(async () => {
  home = ownHome();
  home.write(
    'units/demo/unit.yaml',
    'unit: demo\nimplementation: ./demo.js\nexpose: { tools: [wipe] }\n',
  );
  home.write(
    'units/demo/demo.js',
    `function describe() { return { tools: [{ name: 'wipe', description: 'Deletes', access: 'dangerous', params: { what: {}, password: {} } }] }; }
     function wipe({ what }) { return what + ' is gone'; }`,
  );
  gateway = await runningGateway(home);
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});
afterAll(async () => {
  await gateway.close();
  home.remove();
});

type Answer =
  { action: 'accept'; content: { decision: string } } | { action: 'decline' | 'cancel' };

/** Through `toolmesh stdio`, as an installed entry starts it. */
async function bridged(answer?: () => Answer) {
  const questions: string[] = [];
  const client = new Client(
    { name: 'terminal', version: '1.0.0' },
    { capabilities: answer === undefined ? {} : { elicitation: {} } },
  );
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return answer();
    });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'stdio', '--client', 'terminal'],
      env: home.env,
      stderr: 'ignore',
    }),
  );
  clients.push(client);
  const wipe = async (args: object) => textOf(await callTool(client, 'demo_wipe', { ...args }));
  return { questions, wipe };
}

const decisions = async () =>
  (await gateway.services.queryAudit({ limit: 10, order: 'newest' })).records.map(
    ({ status, decidedBy }) => [status, decidedBy],
  );

test('asks the client and shows it what would run, but no password', async () => {
  const { questions, wipe } = await bridged(() => ({
    action: 'accept',
    content: { decision: 'once' },
  }));
  expect(await wipe({ what: 'disk', password: 'hunter22' })).toBe('disk is gone');
  expect(questions[0]).toMatch(/Allow demo_wipe\? It is dangerous and was called by terminal/);
  expect(questions[0]).toContain('"what": "disk"');
  expect(questions[0]).not.toContain('hunter22');
  expect((await decisions())[0]).toEqual([
    'success',
    expect.stringContaining('the user of client "terminal"') as string,
  ]);
  // Once is once.
  await wipe({ what: 'tape' });
  expect(questions).toHaveLength(2);
});

test('asks once for a whole session, and again in the next', async () => {
  const yes = (): Answer => ({ action: 'accept', content: { decision: 'session' } });
  const first = await bridged(yes);
  await first.wipe({ what: 'a' });
  expect(await first.wipe({ what: 'b' })).toBe('b is gone');
  expect(first.questions).toHaveLength(1);
  const second = await bridged(yes);
  await second.wipe({ what: 'c' });
  expect(second.questions).toHaveLength(1);
});

test.each<[string, () => Answer]>([
  ['declines', () => ({ action: 'decline' })],
  ['closes the question', () => ({ action: 'cancel' })],
  ['answers with something else', () => ({ action: 'accept', content: { decision: 'always' } })],
  [
    'breaks',
    () => {
      throw new Error('no dialog here');
    },
  ],
])('denies when the user %s', async (_what, answer) => {
  const { wipe } = await bridged(answer);
  expect(await wipe({ what: 'disk' })).toMatch(/may not call "demo_wipe"/);
  expect((await decisions())[0]?.[0]).toBe('denied');
});

test('denies at once for a client that cannot ask', async () => {
  const { wipe } = await bridged();
  expect(await wipe({ what: 'disk' })).toContain('there is nobody to ask');
});
