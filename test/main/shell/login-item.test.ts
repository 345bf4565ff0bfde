import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LoginItemSettings, Settings } from 'electron';
import { expect, test } from 'vitest';
import { createLoginItem } from '../../../main/shell/login-item.ts';

function fakeApp(config: string) {
  let settings: Settings = {};
  return {
    getPath: () => config,
    setLoginItemSettings: (given: Settings) => {
      settings = given;
    },
    getLoginItemSettings: () =>
      ({ openAtLogin: settings.openAtLogin ?? false }) as LoginItemSettings,
    settings: () => settings,
  };
}

test('writes and removes an autostart entry on Linux', () => {
  const config = mkdtempSync(path.join(tmpdir(), 'autostart-'));
  const launch = { program: '/opt/Tool Mesh/toolmesh', args: ['/srv/100%'] };
  const item = createLoginItem(fakeApp(config), 'linux', launch);
  item.setEnabled(true);
  const entry = readFileSync(path.join(config, 'autostart', 'toolmesh.desktop'), 'utf8');
  expect(entry).toContain('\nExec="/opt/Tool Mesh/toolmesh" "/srv/100%%" "--hidden"\n');
  expect(item.isEnabled()).toBe(true);
  item.setEnabled(false);
  expect(item.isEnabled()).toBe(false);
});

test('asks the system to start hidden on Windows', () => {
  const app = fakeApp('');
  const item = createLoginItem(app, 'win32', { program: 'C:\\ToolMesh.exe', args: [] });
  item.setEnabled(true);
  expect(app.settings()).toEqual({
    path: 'C:\\ToolMesh.exe',
    args: ['--hidden'],
    openAtLogin: true,
  });
  expect(item.isEnabled()).toBe(true);
});
