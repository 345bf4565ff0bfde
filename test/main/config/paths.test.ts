import { expect, test } from 'vitest';
import { resolvePaths } from '../../../main/config/paths.ts';

// path.join follows the machine the tests run on, so only the parts are compared.
const parts = (file: string): readonly string[] =>
  file.split(/[\\/]/).filter((part) => part !== '');

test.each([
  [
    'linux',
    { HOME: '/home/u' },
    ['home', 'u', '.config', 'toolmesh'],
    ['home', 'u', '.local', 'share', 'toolmesh'],
  ],
  [
    'linux',
    { HOME: '/home/u', XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' },
    ['c', 'toolmesh'],
    ['d', 'toolmesh'],
  ],
  [
    'darwin',
    { HOME: '/Users/u' },
    ['Users', 'u', 'Library', 'Application Support', 'toolmesh'],
    ['Users', 'u', 'Library', 'Application Support', 'toolmesh'],
  ],
  ['win32', { APPDATA: '/r', LOCALAPPDATA: '/l' }, ['r', 'toolmesh'], ['l', 'toolmesh']],
] as const)('follows the rules of %s for %j', (platform, env, home, data) => {
  const paths = resolvePaths(env, platform);
  expect(parts(paths.home)).toEqual(home);
  expect(parts(paths.dataFolder)).toEqual(data);
});

test('moves everything where the variables say', () => {
  const paths = resolvePaths({
    HOME: '/home/u',
    TOOLMESH_HOME: '/h',
    TOOLMESH_DATA: '/d',
    TOOLMESH_UNITS_DIR: '/u',
    TOOLMESH_BACKENDS_CONFIG: '/b.yaml',
    TOOLMESH_DADL_DIR: '/a',
    TOOLMESH_POLICIES_DIR: '/p',
  });
  expect(paths).toMatchObject({
    home: '/h',
    dataFolder: '/d',
    unitsFolder: '/u',
    backendsFile: '/b.yaml',
    settingsFile: '/h/settings.yaml',
    dadlFolder: '/a',
    policiesFolder: '/p',
  });
});

test('gives two homes two sockets, each short enough for every system', () => {
  const long = `/home/${'x'.repeat(200)}`;
  const one = resolvePaths({ HOME: long, XDG_RUNTIME_DIR: long }, 'linux');
  const two = resolvePaths(
    { HOME: long, TOOLMESH_HOME: '/other', XDG_RUNTIME_DIR: '/run/user/1000' },
    'linux',
  );
  expect(one.socket).not.toBe(two.socket);
  for (const { socket } of [one, two]) expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(103);
});

test('names a pipe on Windows', () => {
  expect(resolvePaths({ APPDATA: 'C:\\r' }, 'win32').socket).toMatch(/^\\\\\.\\pipe\\toolmesh-/);
});
