import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const driver = fileURLToPath(new URL('../../../drivers/exposition.mjs', import.meta.url));

test('passes every written case with the built library', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [driver]);
  expect(stdout).toMatch(/^\d{2,} passed, 0 failed\n$/);
});
