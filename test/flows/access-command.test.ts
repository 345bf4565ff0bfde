import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway } from '../builders/running-gateway.ts';
import { stdioClient } from '../builders/stdio-client.ts';

const run = promisify(execFile);
let home: OwnHome;
beforeEach(() => {
  home = ownHome();
});
afterEach(() => {
  home.remove();
});

const access = async (...words: string[]): Promise<string> =>
  (await run(process.execPath, [cliFile, 'access', ...words], { env: home.env })).stdout;

test('adds, prints and takes back exceptions, and keeps comments', async () => {
  const file = '# mine\naccess:\n  overrides:\n    - { unit: homelab, decision: ask } # slowly\n';
  home.write('settings.yaml', file);
  expect(await access('except', 'deny', '--tool', 'demo_wipe', '--class', 'standard')).toBe(
    'exception 1: deny demo_wipe for standard\n',
  );
  expect(home.read('settings.yaml')).toContain('# slowly');
  expect((await access()).split('\n').slice(4)).toEqual([
    'exception 1: deny demo_wipe for standard',
    'exception 2: ask every tool of homelab',
    '',
  ]);
  expect(await access('unexcept', '1')).toBe(
    'no exception any more: deny demo_wipe for standard\n',
  );
  expect(home.read('settings.yaml')).toBe(file);
  await expect(access('unexcept', '7')).rejects.toThrow(/no exception "7"/);
  await expect(access('except', 'deny')).rejects.toThrow(/what the exception is for/);
  await expect(access('except', 'never', '--tool', 'x')).rejects.toThrow(/DECISION is allow, ask/);
});

test('an exception made in the window is in force at once', async () => {
  home.write('units/demo/unit.yaml', 'unit: demo\nimplementation: ./demo.js\n');
  home.write(
    'units/demo/demo.js',
    `function describe() { return { tools: [{ name: 'look', description: 'Looks', access: 'read', params: {} }] }; }
     function look() { return 'seen'; }`,
  );
  const gateway = await runningGateway(home);
  const connected = await stdioClient(home, 'tester');
  try {
    expect(await connected.callText('demo_look')).toBe('seen');
    const rule = { tool: null, unit: 'demo', callerClass: null, access: null } as const;
    await gateway.services.addOverride({ ...rule, decision: 'deny' });
    expect(await connected.callText('demo_look')).toContain('settings.yaml, access, override 1');
    const { overrides } = await gateway.services.access();
    expect(overrides).toEqual([{ ...rule, decision: 'deny' }]);
    // The list the window shows may be old.
    await expect(
      gateway.services.removeOverride(0, { ...rule, decision: 'allow' }),
    ).rejects.toThrow(/changed meanwhile/);
    await gateway.services.removeOverride(0, { ...rule, decision: 'deny' });
    expect(await connected.callText('demo_look')).toBe('seen');
    await expect(
      gateway.services.addOverride({ ...rule, unit: null, tool: 'demo_lok', decision: 'deny' }),
    ).rejects.toThrow(/There is no tool "demo_lok" now; nearest: demo_look/);
    await expect(
      gateway.services.addOverride({ ...rule, unit: null, decision: 'allow' }),
    ).rejects.toThrow(/needs a tool, a unit/);
  } finally {
    await connected.client.close();
    await gateway.close();
  }
});
