import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isPanelDark, trayIconFile, trayStateOf } from '../../../main/shell/tray-icon.ts';
import { gatewayView } from '../../builders/views.ts';

const folder = path.join(import.meta.dirname, '../../../build/icons/png');

test.each(['linux', 'win32', 'darwin'] as const)(
  'has a picture for every state on %s',
  (platform) => {
    const files = (['ok', 'attention', 'paused'] as const).flatMap((state) =>
      [true, false].map((dark) => trayIconFile(folder, { state, platform, isPanelDark: dark })),
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  },
);

test('shows paused before anything that needs attention', () => {
  expect(trayStateOf(gatewayView({ state: 'paused' }), 3)).toBe('paused');
  expect(trayStateOf(gatewayView(), 3)).toBe('attention');
  expect(trayStateOf(gatewayView(), 0)).toBe('ok');
});

test('takes the top bar of GNOME as dark in any theme', () => {
  expect(isPanelDark('ubuntu:GNOME', false)).toBe(true);
  expect(isPanelDark('KDE', false)).toBe(false);
  expect(isPanelDark('', true)).toBe(true);
});
