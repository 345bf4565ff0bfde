// The scripted cases of the format, played by their own server against the built driver. A checkout without
// them skips.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const place = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const server = place('../../../../../shared/dadl/serve-case.mjs');
const cases = place('../../../../../shared/dadl/cases');
const driver = place('../../../drivers/dadl.mjs');

test.skipIf(!existsSync(server))(
  'plays every scripted case (the cases are absent)',
  { timeout: 300_000 },
  () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [server, cases, '--', process.execPath, driver],
      {
        encoding: 'utf8',
        maxBuffer: 10_000_000,
      },
    );
    const failed = stdout.split('\n').filter((line) => line.startsWith('FAIL'));
    expect({ failed, status }).toStrictEqual({ failed: [], status: 0 });
  },
);
