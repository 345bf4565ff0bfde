import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBackend } from '../../../main/backends/create-backend.ts';
import {
  childEnvironment,
  sharedChildEnvironment,
} from '../../../main/platform/child-environment.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';

const server = fileURLToPath(new URL('../../fakes/quirky-server.mjs', import.meta.url));
let folder: string;
let tools: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-child-'));
  tools = path.join(folder, 'tools');
  mkdirSync(tools);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A login shell whose profile greets and then does `profile`. */
function shell(profile: string): string {
  const file = path.join(folder, 'bash');
  writeFileSync(file, `#!/bin/sh\necho Welcome\n${profile}\neval "$2"\n`);
  chmodSync(file, 0o755);
  return file;
}

// Windows has one PATH for all programs.
const posix = test.skipIf(process.platform === 'win32');

const short = '/usr/bin:/bin';

posix(
  'a child gets the PATH of the login shell after the short one of a desktop start',
  async () => {
    const SHELL = shell(`PATH=${tools}:$PATH`);
    expect(await childEnvironment({ PATH: short, SHELL }, 'linux')).toEqual({
      PATH: `${short}:${tools}`,
      SHELL,
    });
  },
);

posix.each(['exit 1', 'exec sleep 60'])(
  'a profile that does "%s" costs nothing else',
  async (profile) => {
    const env = await childEnvironment({ PATH: short, SHELL: shell(profile) }, 'linux');
    expect(env['PATH']).toBe(short);
  },
);

posix('children that start together ask the shell once', async () => {
  const asked = path.join(folder, 'asked');
  const SHELL = shell(`echo asked >> ${asked}; PATH=${tools}:$PATH`);
  const environment = sharedChildEnvironment({ PATH: short, SHELL }, 'linux');
  const [first, second] = await Promise.all([environment(), environment()]);
  expect(first).toEqual(second);
  expect(readFileSync(asked, 'utf8')).toBe('asked\n');
});

test('no secret and nothing of ours is handed on', async () => {
  const env = { PATH: short, CREDENTIAL_A: 's', TOOLMESH_HOME: 'h', ELECTRON_RUN_AS_NODE: '1' };
  expect(await childEnvironment(env, 'win32')).toEqual({ PATH: short });
});

posix('a command that only the login shell knows is started', async () => {
  symlinkSync(process.execPath, path.join(tools, 'my-mcp'));
  const SHELL = shell(`PATH=${tools}:$PATH`);
  const entry = { name: 'own', transport: 'stdio', command: 'my-mcp', args: [server], env: {} };
  const backend = createBackend(
    { ...entry, expose_tools: [], api_key_optional: false, options: { timeout: 10 } } as never,
    {
      appVersion: '1.0.0',
      logger: createRecordingLogger(),
      credential: () => Promise.resolve(undefined),
      childEnvironment: () => childEnvironment({ PATH: short, SHELL }, 'linux'),
    },
  );
  await backend.firstAttempt;
  expect(backend.state().kind).toBe('ready');
  await backend.close();
});
