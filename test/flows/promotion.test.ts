// What a person asks to promote may be misspelt; the command and the window's channel answer alike.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePaths } from '../../main/config/paths.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runCli } from '../builders/run-cli.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';

const unit = 'unit: cart\nimplementation: ./glue.js\nexpose:\n  tools: [add, gone]\n';
const glue = `
f.action('add').handle(() => 'added');
f.query('total').handle(() => 7);
`;

let home: OwnHome;
let gateway: TestGateway;

beforeAll(async () => {
  home = ownHome();
  home.write('units/cart/unit.yaml', unit);
  home.write('units/cart/glue.js', glue);
  home.write('units/torn/unit.yaml', 'unit: torn\nimplementation: 7\n');
  gateway = await runningGateway(home);
  await gateway.firstAttempts();
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

const unknownTool = 'Unit "cart" has no tool "totl"; nearest: total';

test.each([
  ['promote', 'cart', 'totl', unknownTool],
  ['demote', 'cart', 'totl', unknownTool],
  ['demote', 'cart', 'nothing', 'Unit "cart" has no tool "nothing"; it has add, total, gone'],
  ['promote', 'crat', 'total', 'There is no unit "crat" in UNITS; nearest: cart'],
  ['demote', 'crat', 'total', 'There is no unit "crat" in UNITS; nearest: cart'],
  [
    'demote',
    'torn',
    'x',
    'Unit "torn" has errors; correct them first, "toolmesh check" names them',
  ],
])('refuses to %s %s %s, in the window too', async (verb, name, tool, text) => {
  const message = text.replace('UNITS', resolvePaths(home.env).unitsFolder);
  const { code, stderr } = await runCli(home, ['units', verb, name, tool]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  await expect(gateway.services.setPromoted(name, tool, verb === 'promote')).rejects.toThrow(
    message,
  );
  expect(home.read('units/cart/unit.yaml')).toBe(unit);
});

test('demotes what is promoted by a name no tool has', async () => {
  const { code, lines } = await runCli(home, ['units', 'demote', 'cart', 'gone']);
  expect([code, lines]).toEqual([0, ['cart_gone is reached through code mode']]);
  expect(home.read('units/cart/unit.yaml')).toContain('tools: [add]');
});

test('switches off a unit with errors', async () => {
  expect(await runCli(home, ['units', 'disable', 'torn'])).toMatchObject({ code: 0 });
  expect(await runCli(home, ['units', 'enable', 'tron'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nearest: torn') as string,
  });
});
