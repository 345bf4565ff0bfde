// What a model is told that asks for a tool of a unit whose files are broken.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';

let home: OwnHome;

beforeAll(() => {
  home = ownHome();
  for (const [name, glue] of [
    ['unparsed', 'async function hello( { return 1 }'],
    ['silent', 'function describe() { throw new Error("no key 4711") }'],
    [
      'sound',
      'function describe() { return { tools: [{ name: "hello" }] }; } const hello = () => 1;',
    ],
  ] as const) {
    home.write(`units/${name}/unit.yaml`, `unit: ${name}\nimplementation: ./glue.js\n`);
    home.write(`units/${name}/glue.js`, glue);
  }
  home.write('units/torn/unit.yaml', 'unit: torn\nimplementation: 7\n');
});

afterAll(() => {
  home.remove();
});

test.each(['unparsed', 'silent', 'torn'])(
  'a tool of the unit "%s" is not there while that cannot be loaded',
  async (unit) => {
    const { code, lines } = await runCli(home, ['call', `${unit}_hello`]);
    expect(code).toBe(1);
    expect(lines.join()).toContain(
      `Tool "${unit}_hello" is not there while unit "${unit}" cannot be loaded`,
    );
    expect(lines.join()).not.toContain('4711');
  },
);

test('a name that no tool of a sound unit has is unknown as ever', async () => {
  const { lines } = await runCli(home, ['call', 'sound_helo']);
  expect(lines.join()).toContain('Tool "sound_helo" does not exist; nearest: sound_hello');
});
