// Known secrets are planted in every place a secret can enter; a backend gives them away everywhere it can.
// Nothing the gateway puts out may hold one, plain, base64 or URL-encoded.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { KeytarKeychain } from '../../main/gateway/credentials/keytar-keychain.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';
import { startGateway, type RunningGateway } from '../../main/start-gateway.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import { stop } from '../setup/background.ts';
import { startKeyring, startSessionBus, type SessionBus } from '../setup/session-bus.ts';

const run = promisify(execFile);
const leaky = fileURLToPath(new URL('../fakes/leaky-server.mjs', import.meta.url));

/** Each with characters that JSON, base64 and URLs write differently. */
const planted = {
  environment: 'canary/env+1="é',
  keychain: 'canary/chain+2=ü&',
  header: 'canary/header+3==',
  variable: 'canary/variable+4',
  option: 'canary/option+5',
};
const argument = 'canary/argument+6';

let home: OwnHome;
let server: ChildProcess;
let bus: SessionBus | undefined;
let gateway: RunningGateway;
let connected: StdioClient;
let hasKeychain = false;
const logger = createRecordingLogger();
/** Everything that came out, by where. */
const outputs = new Map<string, string>();

beforeAll(async () => {
  home = ownHome();
  try {
    bus = await startSessionBus();
    process.env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
    await startKeyring(bus);
    await new KeytarKeychain().set('CHAIN_KEY', planted.keychain);
    hasKeychain = true;
  } catch {
    // Other platforms, and machines without gnome-keyring: that canary is planted in the environment.
  }
  server = spawn(process.execPath, [leaky, '--http'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = (await once(createInterface(server.stdout ?? process.stdin), 'line')) as [string];
  const http = { transport: 'http', url };
  const stdio = { transport: 'stdio', command: process.execPath };
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        { name: 'by_env', ...http, api_key_env: 'ENV_KEY', expose_tools: ['tell'] },
        { name: 'by_chain', ...http, api_key_env: 'CHAIN_KEY' },
        { name: 'by_header', ...http, headers: { 'X-Api-Key': planted.header } },
        {
          name: 'by_child',
          ...stdio,
          args: [leaky, '--token', planted.option],
          api_key_env: 'LEAKY_KEY',
          env: { LEAKY_TOKEN: planted.variable },
        },
      ],
    }),
  );
  home.write('caller-classes.yaml', 'classes: { trusted: [tester] }\n');
  home.write(
    'units/glue/unit.yaml',
    'unit: glue\nimplementation: ./glue.js\nexpose: { meta_signals: [leak], tools: [tell] }\n' +
      `backends:\n  - { name: inner, transport: http, url: "${url}", api_key_env: ENV_KEY }\n`,
  );
  home.write(
    'units/glue/glue.js',
    `
    function describe() { return { tools: [{ name: 'tell', description: 'Tells', access: 'read', params: {} },
      { name: 'fail', description: 'Fails', access: 'read', params: {} }] }; }
    async function tell() { const reply = await api.inner.tell({}); console.log(JSON.stringify(reply)); return { ...reply, _meta: { leak: reply } }; }
    async function fail() { throw new Error(JSON.stringify(await api.inner.tell({}))); }
  `,
  );
  const env = {
    ...home.env,
    CREDENTIAL_ENV_KEY: planted.environment,
    CREDENTIAL_LEAKY_KEY: planted.environment,
    ...(!hasKeychain && { CREDENTIAL_CHAIN_KEY: planted.keychain }),
  };
  gateway = await startGateway({
    version: '0.0.0',
    paths: resolvePaths(env),
    env,
    shipped: shippedFiles(path.dirname(cliFile)),
    logger,
  });
  connected = await stdioClient(home, 'tester');
}, 120_000);
afterAll(async () => {
  await stop(server);
  await bus?.stop();
  home.remove();
});

/** All ways a text can hold the secret. */
function formsOf(secret: string): readonly string[] {
  const base64 = ['', 'a', 'ab'].map((before) => {
    const text = Buffer.from(`${before}${secret}`).toString('base64');
    // What is the same whatever stands before and behind.
    return text.slice(before === '' ? 0 : 4, -4);
  });
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...base64];
}

function leaks(secrets: readonly string[], where: (name: string) => boolean): readonly string[] {
  return [...outputs].flatMap(([name, text]) =>
    where(name) && secrets.some((secret) => formsOf(secret).some((form) => text.includes(form)))
      ? [name]
      : [],
  );
}

async function collect(): Promise<void> {
  const { services } = gateway;
  const keep = (name: string, value: unknown): void => {
    outputs.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  };
  const attempt = async (name: string, call: Promise<unknown>): Promise<void> => {
    keep(name, await call.catch((error: unknown) => String(error)));
  };
  await attempt('client tools', connected.client.listTools());
  await attempt(
    'client discover',
    connected.call('discover_tools', { pattern: '.', detail: 'full' }),
  );
  for (const backend of ['by_env', 'by_chain', 'by_header', 'by_child', 'glue']) {
    for (const tool of ['tell', 'tell_error', 'fail', 'break']) {
      const args = { password: argument };
      await attempt(
        `client ${backend} ${tool}`,
        connected.call(`${backend}_${tool}`, backend === 'glue' ? {} : args),
      );
      const code = `const r = await toolmesh.${backend}_${tool}({}); console.log(JSON.stringify(r)); return r`;
      await attempt(
        `client code ${backend} ${tool}`,
        connected.call('execute_code', { code, include_results: true }),
      );
    }
  }
  const views: Readonly<Record<string, () => unknown>> = {
    gateway: () => services.gateway(),
    units: () => services.units(),
    savings: () => services.savings(),
    audit: () => services.queryAudit({ limit: 1000, order: 'oldest' }),
    recent: () => services.recentAudit(1000),
    changes: () => services.toolChanges(),
    backends: () => services.backendRows(),
    credentials: () => services.credentials(),
    approvals: () => services.approvals(),
    access: () => services.access(),
    settings: () => services.settings(),
    'unit about': () => services.unitAbout('glue'),
    'tool detail': () => services.toolDetail('glue', 'tell'),
    'tried tool': () => services.tryTool({ run: 'one', unit: 'glue', tool: 'tell', args: {} }),
    'tried failure': () => services.tryTool({ run: 'two', unit: 'glue', tool: 'fail', args: {} }),
    'refused rename': () => services.renameCredential('env_key', 'other'),
    'refused exception': () =>
      services.addOverride({
        ...{ tool: planted.option.replace(/\W/g, ''), unit: null, callerClass: null },
        ...{ access: null, decision: 'deny' },
      }),
    'refused login': () => services.logInBackend('by_env', null),
  };
  for (const [name, view] of Object.entries(views))
    await attempt(`view ${name}`, Promise.resolve().then(view));
  const commands = [
    ['audit', '--limit', '500'],
    ['audit', '--jsonl'],
    ['audit', '--csv'],
    ['backends', 'changes'],
    ['tools', '--client', 'tester'],
    ['secrets'],
    ['access'],
    ['backends', 'list'],
    ['check'],
    ['settings'],
  ];
  for (const args of commands) {
    // Not spawnSync: the gateway that answers runs in this process.
    const { stdout, stderr } = await run(process.execPath, [cliFile, ...args], { env: home.env });
    keep(`command ${args.join(' ')}`, `${stdout}${stderr}`);
  }
  await connected.client.close();
  await gateway.close();
  keep('log', logger.lines);
  const data = path.join(home.folder, 'data');
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    keep(
      `file ${path.relative(data, file)}`,
      readFileSync(file, 'latin1') + readFileSync(file, 'utf8'),
    );
  }
}

test('never lets a planted secret out', { timeout: 180_000 }, async () => {
  await collect();
  // The run did what it should: backends answered, and the audit kept it.
  expect(outputs.get('client by_env tell')).toContain('[hidden]');
  expect(outputs.get('client by_child tell')).toContain('[hidden]');
  expect(outputs.get('command audit --jsonl')).toContain('by_chain');
  expect([...outputs.keys()].some((name) => name.includes('audit.db'))).toBe(true);

  expect(leaks(Object.values(planted), () => true)).toEqual([]);
  // An argument named like a secret goes to the backend, and is on no record.
  expect(leaks([argument], (name) => !name.startsWith('client'))).toEqual([]);
});
