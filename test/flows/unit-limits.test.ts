import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, textOf, type StdioClient } from '../builders/stdio-client.ts';
import { startGated, type GatedServer } from '../fakes/gated-server.ts';

const glue = `
const describe = () => ({ tools: ['spin', 'grow', 'call', 'large'].map((name) => ({ name, access: 'read' })) });
async function spin() { await api.service.search({}); for (;;); }
function grow() { const all = []; for (;;) all.push(new Array(1000).fill(0.5)); }
async function call() { let n = 0; for (; n < 4; n++) await api.service.search({}); return n; }
function large() { return 'x'.repeat(30000); }
`;
const depth = `f.query('try').handle(async () => {
  try { return (await api.service.search({})).isError; } catch ({ code, message }) { return code + ': ' + message; }
});`;

const loop = `f.query('again').handle(async () => {
  const { content } = await api.self.loop_again({});
  return content[0].text;
});`;

let home: OwnHome;
let server: GatedServer;
let client: StdioClient;

beforeAll(async () => {
  home = ownHome();
  server = await startGated();
  const backends = [{ name: 'service', transport: 'http', url: server.url }];
  const add = (unit: string, source: string): void => {
    home.write(
      `units/${unit}/unit.yaml`,
      JSON.stringify({ unit, implementation: './g.js', backends }),
    );
    home.write(`units/${unit}/g.js`, source);
  };
  // Its backend is the gateway it belongs to.
  const args = [cliFile, 'stdio', '--client', 'test'];
  const self = { name: 'self', transport: 'stdio', command: process.execPath, args, env: home.env };
  home.write(
    'units/loop/unit.yaml',
    JSON.stringify({
      unit: 'loop',
      implementation: './loop.js',
      expose: { tools: ['again'] },
      backends: [self],
    }),
  );
  home.write('units/loop/loop.js', loop);
  add('small', glue);
  add('usual', glue);
  add('flat', depth);
  add('deep', depth);
  const small = { timeout_s: 0.5, memory_mb: 32, api_calls: 3, result_mb: 0.02 };
  home.write('settings.yaml', JSON.stringify({ units: { limits: { small, flat: { depth: 1 } } } }));
  client = await stdioClient(home, 'test');
});

afterAll(async () => {
  await client.client.close();
  await server.close();
  home.remove();
});

async function failure(name: string): Promise<unknown> {
  const result = await client.call(name);
  const error = result._meta?.['gateway/error'] as { readonly code?: string } | undefined;
  return { code: error?.code, text: textOf(result), isError: result.isError };
}

test.each([
  [
    'small_spin',
    'limit-time',
    'Unit "small", tool "spin" ran longer than its limit of 500 ms and was stopped; do less at a time, or raise units.limits.small.timeout_s in settings.yaml',
  ],
  [
    'small_grow',
    'limit-memory',
    'Unit "small", tool "grow" used more than its limit of 32 MB of memory and was stopped; keep less data at a time, or raise units.limits.small.memory_mb in settings.yaml',
  ],
  [
    'small_call',
    'limit-calls',
    'Unit "small", tool "call" made more than its limit of 3 tool calls and was stopped; ask for more with each call, or raise units.limits.small.api_calls in settings.yaml',
  ],
  [
    'small_large',
    'limit-result',
    'Unit "small", tool "large" returned more than its limit of 20000 bytes; return less, for example a summary or one page, or raise units.limits.small.result_mb in settings.yaml',
  ],
])('stops %s by the limit its unit was given', async (name, code, text) => {
  expect(await failure(name)).toEqual({ code, text, isError: true });
});

test('leaves other units their own limits', async () => {
  expect(await client.callText('usual_call')).toBe('4');
  expect((await client.callText('usual_large')).length).toBe(30_000);
});

test('counts a private call as one level of depth', async () => {
  expect(await client.callText('flat_try')).toBe(
    'limit-depth: "service_search" would be call 2 inside another; at most 1 may be nested (units.limits.flat.depth in settings.yaml, up to 64)',
  );
  expect(await client.callText('deep_try')).toBe('false');
});

test('ends a unit that calls itself through its gateway at sixteen levels', async () => {
  expect(await client.callText('loop_again')).toBe(
    '"loop_again" would be call 17 inside another; at most 16 may be nested (units.limits.loop.depth in settings.yaml, up to 64)',
  );
});
