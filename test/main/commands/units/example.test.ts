import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownHome } from '../../../builders/own-home.ts';
import { runCli } from '../../../builders/run-cli.ts';

const home = ownHome();
afterAll(() => {
  home.remove();
});
const folder = path.resolve('docs/examples/tickets');

test('finds nothing wrong with the example of docs/units.md', async () => {
  expect(await runCli(home, ['units', 'check', folder])).toMatchObject({
    code: 0,
    lines: ['3 tools, 0 errors, 0 warnings'],
  });
});

test("passes the example's own tests", async () => {
  expect(await runCli(home, ['units', 'test', folder])).toMatchObject({
    code: 0,
    lines: expect.arrayContaining(['4 of 4 passed']) as unknown,
  });
});
