// What the command line answers when there is nothing to list, something is broken, or a step is still missing.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { stdioClient, textOf } from '../builders/stdio-client.ts';

let home: OwnHome;
beforeEach(() => {
  home = ownHome();
});
afterEach(() => {
  home.remove();
});

const toolmesh = (...args: string[]) => runCli(home, args);

function writeUnit(name: string, glue = sound): void {
  home.write(`units/${name}/unit.yaml`, `unit: ${name}\nimplementation: ./glue.js\n`);
  home.write(`units/${name}/glue.js`, glue);
}

const sound = 'function describe() { return { tools: [{ name: "hi" }] }; } const hi = () => 1;';

describe('a list without entries', () => {
  test.each([
    ['audit', /^There is no record yet; /],
    ['audit --client nobody', /^No record matches; "toolmesh audit" without filters/],
    ['backends', /^There is no backend yet; "toolmesh backends add/],
    ['secrets', /^No backend names a key and none is kept; "toolmesh secrets set/],
    ['clients', /^No client that is known was found; "toolmesh clients --all"/],
  ])('of "toolmesh %s" says in one line what fills it', async (words, line) => {
    expect(await toolmesh(...words.split(' '))).toEqual({
      code: 0,
      lines: [expect.stringMatching(line)],
      stderr: '',
    });
  });

  test('says so beside an export that stays empty', async () => {
    expect(await toolmesh('audit', '--jsonl')).toMatchObject({
      ...{ code: 0, lines: [] },
      stderr: expect.stringContaining('There is no record yet') as string,
    });
  });
});

describe('a list made from a broken file', () => {
  beforeEach(() => {
    home.write('settings.yaml', 'access:\n  standart: {}\n');
    home.write('backends.yaml', 'backends:\n  - name: [\n');
  });

  test.each([['backends'], ['secrets']])('"toolmesh %s" is no empty list', async (command) => {
    const { code, lines } = await toolmesh(command);
    expect([code, lines]).toEqual([1, [expect.stringMatching(/backends\.yaml:3:1: error: /)]]);
  });

  test.each([['access'], ['settings']])('"toolmesh %s" names the fault', async (command) => {
    expect(await toolmesh(command)).toMatchObject({
      ...{ code: 1, lines: [] },
      stderr: expect.stringMatching(
        /settings\.yaml:2:3: error: .* denies every call until that is mended/,
      ) as string,
    });
  });

  test.each([['access set trusted read deny'], ['settings set theme dark']])(
    '"toolmesh %s" tells that the change is not in force',
    async (words) => {
      const { code, stderr } = await toolmesh(...words.split(' '));
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/settings\.yaml:2:3: error: .* the change is written, but not in f/),
      ]);
    },
  );
});

test('gives the reason of each unit that cannot be loaded below the list', async () => {
  writeUnit('torn', 'async function hello( { return 1 }');
  writeUnit('silent', 'function describe() { throw new Error("not today") }');
  writeUnit('good');
  const { lines } = await toolmesh('units');
  const states = lines.map((line) => line.split(/\s+/).slice(0, 2).join(' '));
  expect(states.slice(0, 3)).toEqual(['good on', 'silent error', 'torn error']);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/silent.glue\.js:1:29: error: describe\(\): not today$/),
    expect.stringMatching(/torn.glue\.js:1:25: error: Unexpected "return"/),
  ]);
  expect((await toolmesh('units', 'enable', 'torn')).lines).toEqual([
    'torn is on, and cannot be loaded',
    expect.stringContaining('Unexpected "return"'),
  ]);
});

describe('a call of a tool that is not there', () => {
  test.each([['code'], ['flat']])(
    'tells the user of a unit that is off, but no client (%s)',
    async (strategy) => {
      writeUnit('hush');
      await toolmesh('units', 'disable', 'hush');
      await toolmesh('settings', 'set', 'strategy', strategy);
      const { code, lines, stderr } = await toolmesh('call', 'hush_hi');
      expect([code, stderr]).toEqual([
        1,
        'Unit "hush" is switched off; switch it on with: toolmesh units enable hush\n',
      ]);
      expect(lines.join('\n')).not.toContain('switched off');
      const client = await stdioClient(home, 'cursor');
      expect(textOf(await client.call('hush_hi'))).not.toMatch(/switched off|units enable/);
      await client.client.close();
      await toolmesh('stop');
    },
  );

  test('tells the user why a unit cannot be loaded', async () => {
    writeUnit('silent', 'function describe() { throw new Error("not today") }');
    expect((await toolmesh('call', 'silent_hi')).stderr).toMatch(
      /^Unit "silent" cannot be loaded: .*describe\(\): not today$/m,
    );
  });

  test('tells the user of a backend that is down', async () => {
    home.write(
      'backends.yaml',
      'backends:\n  - { name: away, transport: http, url: http://127.0.0.1:4/mcp }\n',
    );
    expect((await toolmesh('call', 'away_search')).stderr).toContain(
      'Backend "away" does not answer at http://127.0.0.1:4/mcp (connection refused)',
    );
  });

  test('tells the user of a unit that only ships', async () => {
    expect((await toolmesh('call', 'netdata_metric')).stderr).toContain(
      'Unit "netdata" ships with ToolMesh and is not in use; switch it on with: toolmesh units enable netdata',
    );
  });
});

test('keeps a long name of a unit apart from its state', async () => {
  const name = 'a-unit-whose-name-is-longer-than-others';
  writeUnit(name);
  const { lines } = await toolmesh('units');
  expect(lines[0]).toMatch(new RegExp(`^${name}  on +\\S+${name}$`));
});

test('says of a policy in force that it did nothing today', async () => {
  await toolmesh('policies', 'enable', 'read-only');
  expect((await toolmesh('policies')).lines[0]).toMatch(/^read-only\.js +on; nothing today$/);
});

test('names in a check the units that are switched off', async () => {
  writeUnit('hush');
  await toolmesh('units', 'disable', 'hush');
  expect((await toolmesh('check')).lines).toEqual([
    '0 units, 0 backends, 0 errors, 0 warnings; switched off: hush',
  ]);
});

test('names the endpoint of an agent whose page was given', async () => {
  const { code, stderr } = await toolmesh('netdata', 'test', '--url', 'http://127.0.0.1:4');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/below \/mcp: --url http:\/\/127\.0\.0\.1:4\/mcp\n$/),
  ]);
});

test.each([
  ['units enable netdata', / is on; "toolmesh backends" shows whether what it asks answers/],
  ['backends add away http://127.0.0.1:4/mcp', /; "toolmesh backends" shows whether it answers$/],
  ['backends add away http://127.0.0.1:4/ --key K', /not set yet: toolmesh secrets set K$/],
  ['settings set httpEnabled true', /; .*"toolmesh tokens create NAME" makes one$/],
])('"toolmesh %s" ends with the next step', async (words, step) => {
  const { code, lines } = await toolmesh(...words.split(' '));
  expect([code, lines]).toEqual([0, [expect.stringMatching(step)]]);
});

test.each([
  ['types hush', 'Unit "hush" is switched off; switch it on with: toolmesh units enable hush'],
  ['record hush hi', 'Unit "hush" is switched off; switch it on with: toolmesh units enable hush'],
  ['enable hsh', 'none of that name ships with ToolMesh; nearest: hush'],
])('"toolmesh units %s" says what is in the way', async (words, message) => {
  writeUnit('hush');
  await toolmesh('units', 'disable', 'hush');
  const { code, stderr } = await toolmesh('units', ...words.split(' '));
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('leaves the help of another program to that program', async () => {
  const added = await toolmesh('backends', 'add', '--stdio', 'db', 'db-server', '-h', 'localhost');
  expect(added.code).toBe(0);
  expect(home.read('backends.yaml')).toContain('-h');
});

test('prints its overview on stderr when no command is named', async () => {
  const { code, lines, stderr } = await toolmesh();
  expect([code, lines]).toEqual([2, []]);
  expect(stderr).toContain('Usage: toolmesh <command>');
});
