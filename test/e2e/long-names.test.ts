// Names come from files, servers and clients; nothing says they are short.
import { rmSync } from 'node:fs';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { busyGateway } from '../builders/busy-gateway.ts';
import {
  approvalView,
  backendRowView,
  clientView,
  credentialsView,
} from '../builders/setup-views.ts';
import { auditView, backendView, gatewayView, runningView, unitView } from '../builders/views.ts';
import type { FakeWindowState } from '../fakes/fake-window-services.ts';
import { desktopMissing } from './desktop.ts';
import { buildFakeApp, startFakeApp } from './start-fake-app.ts';

const pages = ['overview', 'units', 'activity', 'savings', 'clients', 'backends', 'credentials'];

function long(start: string): string {
  return start + 'x'.repeat(10_000);
}

function longState(now: number): Partial<FakeWindowState> {
  const backend = backendView({ name: long('b'), address: long('http://'), detail: long('why ') });
  return {
    ...busyGateway(now),
    gateway: gatewayView({
      unitsFolder: long('/'),
      clients: [{ client: long('client '), strategy: 'code' }],
      problems: [{ subject: long('unit '), message: long('wrong '), severity: 'error' }],
    }),
    units: [unitView({ name: long('u'), state: 'backend-down', line: '', backends: [backend] })],
    backends: [backendRowView({ name: long('b'), address: long('http://') })],
    clients: [
      clientView({ label: long('client '), next: { todo: 'mend', problem: long('hint ') } }),
    ],
    credentials: credentialsView({
      list: [
        {
          name: long('K'),
          source: 'keychain',
          isOptional: false,
          usedBy: [long('unit ')],
          uses: 9,
        },
      ],
    }),
    audit: [auditView({ ts: now, exposedAs: long('t'), client: long('c'), errorCode: long('e') })],
    running: [runningView({ id: 'running', ts: now, exposedAs: long('r'), client: long('c') })],
  };
}

describe.skipIf(desktopMissing)('names of 10,000 characters', () => {
  let folder: string;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    folder = await buildFakeApp();
    ({ app, page } = await startFakeApp(folder, { state: longState(Date.now()) }));
    await page.waitForSelector('.head3');
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([1080, 720, 360])('move no page sideways at %i pixels', async (width) => {
    await app.evaluate(({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size, 640);
    }, width);
    await page.waitForFunction((size) => innerWidth === size, width);
    for (const name of pages) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${name}`);
      await page.waitForSelector(`a[href="#/${name}"][aria-current]`, { state: 'attached' });
      expect([name, await wideBoxes(page)]).toEqual([name, []]);
    }
  });

  test('hide neither the tool nor a button of an approval', async () => {
    const asked = approvalView({
      client: long('c '),
      tool: long('t'),
      access: long('a'),
      description: long('d'),
      user: long('u'),
    });
    const opened = app.waitForEvent('window');
    await app.evaluate((_electron, approval) => {
      globalThis.services.changeApprovals([approval]);
    }, asked);
    const prompt = await opened;
    await prompt.waitForSelector('.ap-f .btn');
    const hidden = await prompt.evaluate(() =>
      [
        '.ap .tool',
        '.ap .what',
        '.ap .code',
        '.ap-f .btn:first-child',
        '.ap-f .btn:last-child',
      ].filter((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect();
        if (box === undefined || box.height < 16) return true;
        return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
      }),
    );
    expect(hidden).toEqual([]);
  });
});

/** What a person could push to the side: the page and its panes. */
function wideBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, .main, .scroll, .md-d, .md-l, .log')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ tagName, className }) => `${tagName}.${className}`),
  );
}
