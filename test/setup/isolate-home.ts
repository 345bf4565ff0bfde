// No test can touch the real home: every place a path could come from is a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const home = mkdtempSync(path.join(tmpdir(), 'toolmesh-test-home-'));
for (const name of Object.keys(process.env)) {
  if (/^(TOOLMESH_(?!TEST_)|CREDENTIAL_|OPENFGA_)/.test(name))
    Reflect.deleteProperty(process.env, name);
}
Object.assign(process.env, {
  HOME: home,
  USERPROFILE: home,
  APPDATA: path.join(home, 'AppData', 'Roaming'),
  LOCALAPPDATA: path.join(home, 'AppData', 'Local'),
  XDG_CONFIG_HOME: path.join(home, '.config'),
  XDG_DATA_HOME: path.join(home, '.local', 'share'),
  XDG_STATE_HOME: path.join(home, '.local', 'state'),
  XDG_CACHE_HOME: path.join(home, '.cache'),
  XDG_RUNTIME_DIR: path.join(home, 'run'),
  // Nor the real keyring or tray: what a test needs of a desktop it starts on a bus of its own.
  DBUS_SESSION_BUS_ADDRESS: process.env['TOOLMESH_TEST_BUS'] ?? 'disabled:',
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});
