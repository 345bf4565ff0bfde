import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { busyGateway } from '../builders/busy-gateway.ts';
import { panelMissing, StatusNotifierHost, type TrayEntry } from '../fakes/status-notifier-host.ts';
import { desktopMissing } from './desktop.ts';
import { buildFakeApp, launchFakeApp, startFakeApp } from './start-fake-app.ts';

const missing = desktopMissing ?? panelMissing();

describe.skipIf(missing)('tray', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildFakeApp();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const withPanel = async () => {
    const host = await StatusNotifierHost.start();
    onTestFinished(() => host.stop());
    return host;
  };
  const closing = (app: ElectronApplication) => {
    onTestFinished(() => app.close());
    return app;
  };

  test('shows state, units and switches in its menu', async () => {
    const host = await withPanel();
    const { app } = await startFakeApp(folder, { state: busyGateway(Date.now()) });
    closing(app);
    await host.registered();
    // The clients are looked for while the icon is there already.
    await expect.poll(async () => (await host.read()).tooltip).toContain('5 need');
    const { tooltip, icon, menu } = await host.read();
    expect(tooltip).toBe(
      'ToolMesh: 3 units, 2 clients, 6 calls in the last minute, 5 need attention',
    );
    // 22 px or its double; the panel scales.
    expect(icon.map(({ width, height }) => [width % 22, width - height])).toEqual([[0, 0]]);
    expect(menu.map(describeEntry)).toEqual([
      'Running, 5 need attention (off)',
      '2 clients, 6 calls a minute (off)',
      '-',
      'Open ToolMesh',
      '-',
      'Units',
      'Clients',
      '-',
      'Pause gateway',
      '[ ] Start at login',
      '-',
      'Quit ToolMesh',
    ]);
    expect(menu[5]?.children.map(describeEntry)).toEqual([
      '[x] netdata',
      '[x] homelab (backend down)',
      '[x] tasks (error)',
      '[ ] firewall',
      '-',
      'Open units folder',
    ]);
  });

  test('switches a unit, pauses and changes its icon', async () => {
    const host = await withPanel();
    const { app } = await startFakeApp(folder);
    closing(app);
    await host.registered();
    const before = await host.read();
    await host.click('netdata');
    await vi.waitFor(async () => {
      expect(await app.evaluate(() => globalThis.services.state.units[0]?.state)).toBe('off');
    });
    await host.click('Pause gateway');
    await vi.waitFor(async () => {
      const after = await host.read();
      expect(after.menu.map(({ label }) => label)).toContain('Resume gateway');
      expect(after.icon).not.toEqual(before.icon);
    });
  });

  test('writes and removes the entry for the login', async () => {
    const host = await withPanel();
    const { app, home } = await startFakeApp(folder);
    closing(app);
    await host.registered();
    const entry = path.join(home, 'config', 'autostart', 'toolmesh.desktop');
    for (const isThere of [true, false]) {
      await host.click('Start at login');
      await vi.waitFor(() => {
        expect(existsSync(entry)).toBe(isThere);
      });
    }
  });

  test('keeps a closed window and brings it back on a click', async () => {
    const host = await withPanel();
    const { app } = await startFakeApp(folder);
    closing(app);
    await host.registered();
    await closeWindow(app);
    await vi.waitFor(async () => {
      expect(await isWindowVisible(app)).toBe(false);
    });
    await host.activate();
    await vi.waitFor(async () => {
      expect(await isWindowVisible(app)).toBe(true);
    });
  });

  test('starts without a window when asked to stay hidden', async () => {
    const host = await withPanel();
    const { app } = await launchFakeApp(folder, { args: ['--hidden'] });
    closing(app);
    await host.registered();
    expect(await isWindowVisible(app)).toBe(false);
    await host.click('Open ToolMesh');
    await vi.waitFor(async () => {
      expect(await isWindowVisible(app)).toBe(true);
    });
  });

  test('opens the window on a desktop without a tray', async () => {
    const { app } = await launchFakeApp(folder, { args: ['--hidden'] });
    closing(app);
    await vi.waitFor(
      async () => {
        expect(await isWindowVisible(app)).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  test('asks before it closes without a tray', async () => {
    const { app } = await startFakeApp(folder);
    const answer = (button: number) =>
      app.evaluate(({ dialog }, response) => {
        dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
      }, button);
    const [cancel, quit] = [2, 1];
    await answer(cancel);
    await closeWindow(app);
    expect(await isWindowVisible(app)).toBe(true);
    const closed = app.waitForEvent('close');
    await answer(quit);
    await closeWindow(app);
    await closed;
  });

  test('quits from its menu', async () => {
    const host = await withPanel();
    const { app } = await startFakeApp(folder);
    await host.registered();
    const closed = app.waitForEvent('close');
    await host.click('Quit ToolMesh');
    await closed;
  });
});

function describeEntry({ label, type, enabled, checked }: TrayEntry): string {
  if (type === 'separator') return '-';
  const mark = checked === null ? '' : checked ? '[x] ' : '[ ] ';
  return `${mark}${label}${enabled ? '' : ' (off)'}`;
}

function isWindowVisible(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false,
  );
}

function closeWindow(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.close();
  });
}
