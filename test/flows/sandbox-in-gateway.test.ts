import { spawnSync, type ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { startGated, type GatedServer } from '../fakes/gated-server.ts';
import { stop } from '../setup/background.ts';

const glue = `
f.query('together').handle(async ({ count }) => {
  const all = await Promise.all(Array.from({ length: count }, () => api.service.hold({})));
  return all.length;
});
f.query('search').handle(async () => (await api.service.search({})).isError);
f.query('spin').input({ until: { type: 'number' } }).handle(({ until }) => {
  while (Date.now() < until);
  return 'done';
});
`;

let home: OwnHome;
let server: GatedServer;
let gateway: ChildProcess;
let client: StdioClient;

beforeEach(async () => {
  home = ownHome();
  server = await startGated();
  const backends = [{ name: 'service', transport: 'http', url: server.url }];
  for (const unit of ['slow', 'other']) {
    const settings = { unit, implementation: './glue.js', backends };
    home.write(`units/${unit}/unit.yaml`, JSON.stringify(settings));
    home.write(
      `units/${unit}/glue.js`,
      glue.replace("query('together')", "query('together').input({ count: { type: 'integer' } })"),
    );
  }
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'test');
});

afterEach(async () => {
  server.release();
  await client.client.close();
  await stop(gateway);
  await server.close();
  home.remove();
});

/** The sandbox hosts below the gateway, the units' active one first: it is the first to be started. */
function hostPids(): readonly number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(gateway.pid)], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes('host.cjs'))
    .map((line) => Number.parseInt(line, 10))
    .sort((a, b) => a - b);
}

test('runs fifty private calls of one tool at the same time', async () => {
  const call = client.callText('slow_together', { count: 50 });
  // One after the other, the second would never begin.
  await server.opened(50);
  server.release();
  expect([await call, server.mostOpen]).toEqual(['50', 50]);
});

test('answers one unit while another waits', async () => {
  const slow = client.callText('slow_together', { count: 3 });
  await server.opened(3);
  expect(await client.callText('other_search')).toBe('false');
  expect(await client.callText('slow_search')).toBe('false');
  server.release();
  expect(await slow).toBe('3');
});

// The hosts are found with ps; on other systems the same is tested with the hosts' own announcements.
test.runIf(process.platform === 'linux')(
  'repeats calls that did nothing yet when the sandbox host is killed, and fails the others',
  async () => {
    expect(await client.callText('other_search')).toBe('false');
    const until = Date.now() + 3000;
    const pure = Array.from({ length: 10 }, () => client.callText('slow_spin', { until }));
    const begun = Array.from({ length: 10 }, () => client.call('slow_together', { count: 1 }));
    await server.opened(10);
    const [host = 0] = hostPids();
    process.kill(host, 'SIGKILL');
    const next = await client.callText('other_search');
    server.release();
    const lost = await Promise.all(begun);
    expect({ next, pure: await Promise.all(pure) }).toEqual({
      next: 'false',
      pure: Array.from({ length: 10 }, () => 'done'),
    });
    expect(new Set(lost.map(textOf))).toEqual(
      new Set([
        'Unit "slow", tool "together" lost its sandbox after 1 tool call; check what was done so far, then try again',
      ]),
    );
    expect(lost.map(({ isError, _meta }) => [isError, _meta?.['gateway/error']])).toEqual(
      lost.map(() => [true, expect.objectContaining({ code: 'sandbox-restarted' }) as unknown]),
    );
    expect(hostPids()).not.toContain(host);
  },
);
