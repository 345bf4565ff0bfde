import { execFile, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const run = promisify(execFile);
const echo = fileURLToPath(new URL('../fakes/echo-server.mjs', import.meta.url));

let home: OwnHome;
let gateway: ChildProcess;

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        { name: 'over_stdio', transport: 'stdio', command: process.execPath, args: [echo] },
      ],
    }),
  );
  home.write(
    'units/quiet/unit.yaml',
    'unit: quiet\nimplementation: ./quiet.js\nexpose: { audit: none, tools: [get] }\n',
  );
  home.write(
    'units/quiet/quiet.js',
    "function describe() { return { tools: [{ name: 'get', description: 'Gets', access: 'read', params: {} }] }; }\nfunction get() { return 'done'; }\n",
  );
  gateway = await headlessGateway(home);
  for (const label of ['cursor', '=HYPERLINK("x")']) {
    const connected = await stdioClient(home, label);
    await connected.call('over_stdio_echo', { bytes: 3 });
    await connected.call('over_stdio_echo', { bytes: 'a "b",\nc' });
    await connected.call('quiet_get');
    await connected.client.close();
  }
});
afterAll(async () => {
  await stop(gateway);
  home.remove();
});

async function audit(...args: string[]): Promise<string> {
  return (await run(process.execPath, [cliFile, 'audit', ...args], { env: home.env })).stdout;
}

async function records(...args: string[]): Promise<Record<string, unknown>[]> {
  const lines = (await audit('--jsonl', ...args)).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('answers filters through the running gateway', async () => {
  expect(await records()).toHaveLength(4);
  expect(await records('--client', 'cursor', '--status', 'error')).toMatchObject([
    { client: 'cursor', tool: 'echo', errorCode: 'invalid-arguments' },
  ]);
  expect(await records('--since', '1h', '--until', '30m')).toEqual([]);
  expect(await audit('--limit', '1')).toMatch(/^time .*\n\d{4}-.* error +=HYPERLINK/);
});

test('fills in the tokens of answers', async () => {
  await expect
    .poll(
      async () => (await records('--status', 'success', '--client', 'cursor'))[0]?.['tokensOut'],
    )
    .toBeGreaterThan(0);
});

test('exports CSV that a spreadsheet reads and does not run', async () => {
  const csv = await audit('--csv', '--status', 'error');
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv).toContain('"{""bytes"":""a \\""b\\"",\\nc""}"');
});

test('shows what was counted of units that keep no records', async () => {
  expect(await audit('--counters')).toMatch(
    /quiet_get {2}=HYPERLINK.* 1 call, 0 errors, \d+ bytes\n.*quiet_get {2}cursor {2}1 call,/,
  );
});

test('says how large the audit is and when it begins', async () => {
  const [first] = await records();
  const oldest = new Date(Number(first?.['ts'])).toISOString();
  expect(await audit('--size')).toMatch(/^\d+\.\d MB on the disk, oldest record /);
  expect(await audit('--size')).toContain(oldest);
});

test('reads the files itself when no gateway runs', async () => {
  await stop(gateway);
  expect(await records()).toHaveLength(4);
  expect(await audit('--size')).toContain('oldest record 2');
});

test('says what is wrong with a filter', async () => {
  await expect(audit('--status', 'bad')).rejects.toMatchObject({ code: 2 });
  await expect(audit('--size', '--since', '1h')).rejects.toMatchObject({ code: 2 });
  await expect(audit('--since', 'yesterday')).rejects.toMatchObject({
    stderr: expect.stringContaining('"yesterday" is no time') as string,
  });
});
