import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { busyGateway } from '../builders/busy-gateway.ts';
import { busyClients } from '../builders/busy-setup.ts';
import { auditView, gatewayView, savingsView } from '../builders/views.ts';
import { openBusyWindow, type BusyWindow } from './busy-window.ts';
import { desktopMissing } from './desktop.ts';
import { overflow } from './overflow.ts';
import { screenshots, startFakeApp } from './start-fake-app.ts';

const pages = [
  'overview',
  'units',
  'activity',
  'savings',
  'clients',
  'backends',
  'credentials',
  'access',
  'settings',
];

describe.skipIf(desktopMissing)('window', () => {
  let folder: BusyWindow['folder'];
  let app: BusyWindow['app'];
  let page: BusyWindow['page'];
  let resize: BusyWindow['resize'];
  let setTheme: BusyWindow['setTheme'];
  let shoot: BusyWindow['shoot'];

  beforeAll(async () => {
    ({ folder, app, page, resize, setTheme, shoot } = await openBusyWindow());
  });

  afterAll(async () => {
    await app.close();
  });

  test.each(['light', 'dark'] as const)('shows every page in the %s theme', async (theme) => {
    await resize(1080, 720);
    await setTheme(theme);
    for (const name of pages) {
      await page.click(`.side a[href="#/${name}"]`);
      await page.waitForSelector(`.side a[href="#/${name}"][aria-current]`);
      await shoot(`${name}-${theme}`);
      expect(await overflow(page)).toEqual([]);
    }
    await page.click('.side a[href="#/units"]');
    await page.click('.md-l a[href="#/units/tasks"]');
    await page.waitForSelector('.note.err');
    await shoot(`unit-error-${theme}`);
    await page.click('.side a[href="#/activity"]');
    await page.click('.log .r:not(.hd) >> nth=0');
    await page.waitForSelector('.drawer');
    await shoot(`activity-drawer-${theme}`);
  });

  test.each([
    [360, 'light'],
    [360, 'dark'],
    [720, 'light'],
    [720, 'dark'],
  ] as const)('shows every page at %i pixels in the %s theme', async (width, theme) => {
    await resize(width, 640);
    await setTheme(theme);
    for (const name of [...pages, 'more']) {
      await page.evaluate((to) => {
        location.hash = `#/${to}`;
      }, name);
      await page.waitForSelector(`.main h1 >> text=${name === 'units' ? 'Units' : ''}`);
      await shoot(`${name}-${width}-${theme}`);
      expect(await overflow(page)).toEqual([]);
    }
    await resize(1080, 720);
  });

  test('says what a new user can do first, and that it is paused', async () => {
    const state = {
      ...busyGateway(Date.now()),
      gateway: gatewayView({ clients: [] }),
      units: [],
      audit: [],
      changes: [],
      clients: busyClients(Date.now()).filter(({ state }) => state === 'not-installed'),
      examples: [
        { name: 'netdata', summary: 'Five questions about all nodes' },
        { name: 'homelab', summary: 'Alerts and tasks in one answer' },
      ],
      savings: savingsView({ rawBytes: 0, returnedBytes: 0 }),
    };
    const fresh = await startFakeApp(folder, { state });
    onTestFinished(() => fresh.app.close());
    await fresh.page.waitForSelector('.steps .now >> text=Add Netdata');
    await fresh.page.click('.steps >> text=Test connection');
    await fresh.page.waitForSelector('.steps .st-ok >> text=answers in');
    await fresh.page.screenshot({ path: path.join(screenshots, 'first-run-netdata.png') });
    await fresh.page.click('.steps .btn.pri');
    await fresh.page.waitForSelector('.steps .now >> text=Connect a client');
    await fresh.page.screenshot({ path: path.join(screenshots, 'first-run-client.png') });
    await fresh.app.evaluate(() => {
      globalThis.services.changeUnits([]);
    });
    await fresh.page.click('.bar >> text=Skip');
    await fresh.page.waitForSelector('.empty >> text=No units yet');
    await fresh.page.screenshot({ path: path.join(screenshots, 'overview-new.png') });
    await fresh.page.click('[aria-label="Pause gateway"]');
    await fresh.page.click('.empty >> text=Add homelab');
    await fresh.page.waitForSelector('.u-h h2 >> text=homelab');
    await fresh.page.click('.side a[href="#/overview"]');
    await fresh.page.waitForSelector('.banner >> text=The gateway is paused.');
    await fresh.page.screenshot({ path: path.join(screenshots, 'overview-paused.png') });
    await fresh.page.click('.side a[href="#/activity"]');
    await fresh.page.waitForSelector('.empty >> text=No calls yet');
    await fresh.page.screenshot({ path: path.join(screenshots, 'activity-new.png') });
  });

  test('fits its pages in German, too', async () => {
    const german = await startFakeApp(folder, {
      state: busyGateway(Date.now()),
      locale: 'de-DE',
    });
    onTestFinished(() => german.app.close());
    await german.page.waitForSelector('html[lang="de"] .head3');
    for (const width of [1080, 720, 360]) {
      await german.app.evaluate(({ BrowserWindow }, size) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(size, 640);
      }, width);
      await german.page.waitForFunction((size) => innerWidth === size, width);
      for (const name of pages) {
        await german.page.evaluate((hash) => {
          location.hash = hash;
        }, `#/${name}`);
        await german.page.waitForSelector(`a[href="#/${name}"][aria-current]`, {
          state: 'attached',
        });
        await german.page.screenshot({ path: path.join(screenshots, `de-${name}-${width}.png`) });
        expect(await overflow(german.page)).toEqual([]);
      }
    }
  });

  test('promotes a tool and shows a call that comes in', async () => {
    await page.click('.side a[href="#/units"]');
    await page.click('.md-l a[href="#/units/netdata"]');
    await page.click('[aria-label="Promote metric"]');
    await page.waitForSelector('[aria-label="Promote metric"]:checked');
    expect(await app.evaluate(() => globalThis.services.state.units[0]?.tools[0]?.promoted)).toBe(
      true,
    );

    await page.click('.side a[href="#/activity"]');
    const call = auditView({ id: 'fresh', ts: Date.now(), exposedAs: 'netdata_fresh' });
    await app.evaluate((_electron, row) => {
      globalThis.services.appendAudit([row]);
    }, call);
    await page.waitForSelector('.log .tool >> text=fresh');
  });

  test('holds the list still while somebody reads', async () => {
    await page.click('.side a[href="#/activity"]');
    const top = () => page.evaluate(() => document.querySelector('.log')?.scrollTop);
    await page.evaluate(() => {
      document.querySelector('.log')?.scrollTo(0, 400);
    });
    // Drawn only after the scrolling has arrived.
    await page.waitForSelector('.log .r[aria-rowindex="34"]');
    const before = await page.textContent('.log .r[aria-rowindex="20"]');
    await app.evaluate(
      (_electron, row) => {
        globalThis.services.appendAudit([
          { ...row, id: 'a' },
          { ...row, id: 'b' },
        ]);
      },
      auditView({ ts: Date.now() }),
    );
    await page.click('.pill >> text=2 new calls', { trial: true });
    expect([await top(), await page.textContent('.log .r[aria-rowindex="20"]')]).toEqual([
      400,
      before,
    ]);
    await page.click('.pill');
    expect(await top()).toBe(0);
  });

  test('keeps Node, other pages and inline scripts out', async () => {
    const { webPreferences, url } = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Not in the typings, but what Electron itself tests with.
      const preferences = (
        contents as unknown as { getLastWebPreferences(): object }
      ).getLastWebPreferences();
      return { webPreferences: preferences, url: contents?.getURL() };
    });
    expect(webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    });
    const seen = await page.evaluate(async () => {
      const script = document.createElement('script');
      const blocked = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          resolve(event.effectiveDirective);
        });
      });
      try {
        script.text = 'window.injected = true';
      } catch {
        // Trusted types refuse the assignment itself.
      }
      document.body.append(script);
      location.href = 'https://example.com/';
      return {
        require: typeof (globalThis as { require?: unknown }).require,
        injected: 'injected' in globalThis,
        blocked: await blocked,
        opened: window.open('https://example.com/') === null,
        fetched: await fetch('toolmesh://window/index.html').then(
          () => true,
          () => false,
        ),
        bridge: Object.keys((window as { toolmesh?: object }).toolmesh ?? {}),
      };
    });
    expect(seen).toEqual({
      require: 'undefined',
      injected: false,
      blocked: 'require-trusted-types-for',
      opened: true,
      fetched: false,
      bridge: [
        'gateway',
        'units',
        'tools',
        'audit',
        'savings',
        'clients',
        'backends',
        'credentials',
        'access',
        'approvals',
        'settings',
        'tokens',
      ],
    });
    expect(page.url()).toBe(url);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('opens where and how large it was closed', async () => {
    const first = await startFakeApp(folder);
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 60, width: 900, height: 600 });
    });
    await first.app.close();
    const second = await startFakeApp(folder, { home: first.home });
    const bounds = await second.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBounds(),
    );
    await second.app.close();
    expect(bounds).toEqual({ x: 40, y: 60, width: 900, height: 600 });
  });

  test('hands a second start over to the first', async () => {
    const first = await startFakeApp(folder);
    await first.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.hide();
    });
    const second = startFakeApp(folder, { home: first.home });
    await expect(second).rejects.toThrow();
    await vi.waitFor(async () => {
      const isVisible = await first.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.isVisible(),
      );
      expect(isVisible).toBe(true);
    });
    await first.app.close();
  });
});
