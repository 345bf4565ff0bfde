import { execFile, type ChildProcess } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { cliFile, ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const run = promisify(execFile);
const hello =
  "function describe() { return { tools: [{ name: 'hi', access: 'read' }] }; }\nfunction hi() { return 'hello'; }\n";

let home: OwnHome;
let gateway: ChildProcess | undefined;

beforeEach(() => {
  home = ownHome();
  home.write(
    'units/good/unit.yaml',
    'unit: good\nimplementation: ./good.js\nexpose:\n  tools: [hi]\n',
  );
  home.write('units/good/good.js', hello);
});

afterEach(async () => {
  if (gateway !== undefined) await stop(gateway);
  gateway = undefined;
  home.remove();
});

interface Checked {
  readonly code: number;
  readonly lines: readonly string[];
}

async function check(): Promise<Checked> {
  const { stdout, code } = await run(process.execPath, [cliFile, 'check'], { env: home.env }).then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  );
  const below = `${path.join(home.folder, 'config')}${path.sep}`;
  return {
    code,
    lines: stdout
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(below, '')),
  };
}

describe('toolmesh check', () => {
  test.each([
    [
      'an unknown key',
      {
        'unit.yaml': 'unit: bad\nimplementation: ./bad.js\nexpose:\n  tool: [hi]\n',
        'bad.js': hello,
      },
      'units/bad/unit.yaml:4:3: error: expose: unknown key "tool"; nearest: tools',
    ],
    [
      'a missing implementation',
      { 'unit.yaml': 'unit: bad\nimplementation: ./gone.js\n' },
      'units/bad/unit.yaml:2:17: error: implementation: "./gone.js" does not exist; create it or name another file',
    ],
    [
      'a forbidden name',
      {
        'unit.yaml': 'unit: bad\nimplementation: ./bad.js\n',
        'bad.js': `${hello}const x = 1;\n  fetch('http://a');\n`,
      },
      'units/bad/bad.js:4:3: error: "fetch" is not available in glue; glue reaches the outside only through api.<backend>.<tool>()',
    ],
    [
      'broken YAML',
      { 'unit.yaml': 'unit: bad\nunit: worse\nimplementation: ./bad.js\n', 'bad.js': hello },
      'units/bad/unit.yaml:2:1: error: the key "unit" is written twice; keep one of them',
    ],
    [
      'a syntax error in glue',
      {
        'unit.yaml': 'unit: bad\nimplementation: ./bad.js\n',
        'bad.js': 'function describe() {\n  return {{ };\n}\n',
      },
      'units/bad/bad.js:2:11: error: Unexpected "{"; look for a bracket, comma or operator that is missing or too many before it',
    ],
    [
      'a describe() that throws',
      {
        'unit.yaml': 'unit: bad\nimplementation: ./bad.js\n',
        'bad.js': "function describe() {\n  throw new Error('not today');\n}\n",
      },
      'units/bad/bad.js:2:9: error: describe(): not today',
    ],
    [
      'a tool without a name JavaScript takes',
      {
        'unit.yaml': 'unit: bad\nimplementation: ./bad.js\n',
        'bad.js': "function describe() { return { tools: [{ name: 'a-b' }] }; }\n",
      },
      'units/bad/bad.js:1: error: describe(), tool "a-b": the name is not a JavaScript identifier; the tool is a function of that name',
    ],
    [
      'a wrong URL',
      {
        'unit.yaml':
          'unit: bad\nimplementation: ./bad.js\nbackends:\n  - name: nd\n    transport: http\n    url: 192.0.2.1\n',
        'bad.js': hello,
      },
      'units/bad/unit.yaml:6:10: error: backends[0].url: expected an http or https URL, got "192.0.2.1"',
    ],
    [
      'an unknown transport',
      {
        'unit.yaml':
          'unit: bad\nimplementation: ./bad.js\nbackends:\n  - name: nd\n    transport: tcp\n',
        'bad.js': hello,
      },
      'units/bad/unit.yaml:5:16: error: backends[0].transport: expected "http", "stdio" or "rest", got "tcp"',
    ],
    [
      'a variable that is not set',
      {
        'unit.yaml':
          'unit: bad\nimplementation: ./bad.js\nbackends:\n  - name: nd\n    transport: http\n    url: http://${NO_SUCH_HOST}/mcp\n',
        'bad.js': hello,
      },
      'units/bad/unit.yaml:6:10: error: backends[0]: the variable "NO_SUCH_HOST" is not set; set it in the environment of the app',
    ],
  ])('names file, line and remedy of %s', async (_what, files, line) => {
    for (const [name, text] of Object.entries(files)) home.write(`units/bad/${name}`, text);
    const { code, lines } = await check();
    expect(lines[0]).toBe(line);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^1 unit|^2 units/);
  });

  test('refuses glue that a link leads out of the unit', async () => {
    const outside = path.join(home.folder, 'outside.js');
    writeFileSync(outside, hello);
    home.write('units/bad/unit.yaml', 'unit: bad\nimplementation: ./link.js\n');
    symlinkSync(outside, path.join(home.folder, 'config/units/bad/link.js'));
    expect((await check()).lines[0]).toBe(
      'units/bad/unit.yaml:2:17: error: implementation: "./link.js" lies outside the unit\'s folder; copy the file into it',
    );
  });

  test('refuses the second unit of a name', async () => {
    home.write('units/other/unit.yaml', 'unit: good\nimplementation: ./good.js\n');
    home.write('units/other/good.js', hello);
    const { lines } = await check();
    expect(lines[0]).toContain(
      'units/other/unit.yaml:1:1: error: unit: the name "good" is taken by',
    );
  });

  test('takes a linked folder for a unit', async () => {
    const real = path.join(home.folder, 'elsewhere');
    mkdirSync(real);
    writeFileSync(path.join(real, 'unit.yaml'), 'unit: linked\nimplementation: ./linked.js\n');
    writeFileSync(path.join(real, 'linked.js'), hello);
    symlinkSync(real, path.join(home.folder, 'config/units/linked'));
    expect(await check()).toEqual({
      code: 0,
      lines: ['2 units, 0 backends, 0 errors, 0 warnings'],
    });
  });

  test('warns of a backend that does not answer, and is content otherwise', async () => {
    home.write(
      'backends.yaml',
      'backends:\n  - name: away\n    transport: http\n    url: http://127.0.0.1:4/mcp\n',
    );
    const { code, lines } = await check();
    expect(lines[0]).toBe(
      'backends.yaml: warning: Backend "away" does not answer at http://127.0.0.1:4/mcp (connection refused)',
    );
    expect(code).toBe(0);
  });

  test('warns of a key that is not set', async () => {
    home.write(
      'backends.yaml',
      'backends:\n  - name: keyed\n    transport: http\n    url: http://127.0.0.1:4/mcp\n    api_key_env: MY_KEY\n',
    );
    const { lines } = await check();
    expect(lines[0]).toMatch(/^backends\.yaml: warning: .*MY_KEY|Keychain/);
  });
});

describe('a running gateway', () => {
  async function serve(): Promise<void> {
    gateway = await headlessGateway(home);
  }

  test('serves the good units beside the bad ones', async () => {
    home.write('units/bad/unit.yaml', 'unit: bad\nimplementation: ./gone.js\n');
    home.write(
      'backends.yaml',
      'backends:\n  - name: away\n    transport: stdio\n    command: no-such-command\n',
    );
    await serve();
    const client = await stdioClient(home);
    expect(await client.toolNames()).toEqual(['discover_tools', 'execute_code', 'good_hi']);
    expect(await client.callText('good_hi')).toBe('hello');
    await client.client.close();
  });

  test('denies every call while settings.yaml cannot be read', async () => {
    home.write('settings.yaml', 'access:\n  standart: {}\n');
    await serve();
    const client = await stdioClient(home, 'cursor');
    const denied = await client.call('good_hi');
    expect(denied.isError).toBe(true);
    expect(JSON.stringify(denied.content)).toContain(
      'settings.yaml cannot be read; run toolmesh check',
    );
    await client.client.close();
  });

  test('keeps the last good version of a unit that a save broke, and takes the next good one', async () => {
    await serve();
    const client = await stdioClient(home);
    expect(await client.callText('good_hi')).toBe('hello');
    home.write('units/good/good.js', `${hello}function broken( {\n`);
    const lines = await check();
    expect(lines.code).toBe(1);
    expect(await client.callText('good_hi')).toBe('hello');
    home.write('units/good/good.js', hello.replace("'hello'", "'hello again'"));
    await expect.poll(() => client.callText('good_hi'), { timeout: 10_000 }).toBe('hello again');
    await client.client.close();
  });

  test('is the only one: a second start says so and leaves it alone', async () => {
    await serve();
    const second = await run(process.execPath, [cliFile, 'serve'], { env: home.env }).catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A gateway is already running') as string,
    });
    const client = await stdioClient(home);
    expect(await client.callText('good_hi')).toBe('hello');
    await client.client.close();
  });

  test('tells a connected client when a promotion changes its list', async () => {
    await serve();
    const client = await stdioClient(home);
    await client.toolNames();
    const changed = new Promise<void>((resolve) => {
      client.client.fallbackNotificationHandler = ({ method }) => {
        if (method === 'notifications/tools/list_changed') resolve();
        return Promise.resolve();
      };
    });
    await run(process.execPath, [cliFile, 'units', 'demote', 'good', 'hi'], { env: home.env });
    await changed;
    expect(await client.toolNames()).toEqual(['discover_tools', 'execute_code']);
    await client.client.close();
  });
});
