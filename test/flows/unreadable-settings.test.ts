// Rules that cannot be read deny everything, and the window says so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';

let home: OwnHome;
let gateway: TestGateway;

beforeAll(async () => {
  home = ownHome();
  home.write('settings.yaml', 'access: { trustd: {} }\n');
  home.write('units/one/unit.yaml', 'unit: one\nimplementation: ./glue.js\n');
  home.write('units/one/glue.js', "f.action('go').handle(() => 'gone');\n");
  gateway = await runningGateway(home);
  await gateway.firstAttempts();
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

test('shows every call as denied without a good version of the rules', async () => {
  const { classes } = await gateway.services.access();
  const decisions = classes.flatMap((row) => Object.values(row.decisions));
  expect(new Set(decisions)).toEqual(new Set(['deny']));
  const tried = await gateway.services.tryTool({ run: '1', unit: 'one', tool: 'go', args: {} });
  expect(tried).toMatchObject({ outcome: 'denied' });
});

test('lists no unit among the backends', () => {
  expect(gateway.services.units().map(({ name }) => name)).toEqual(['one']);
  expect(gateway.services.gateway().backends).toEqual([]);
});
