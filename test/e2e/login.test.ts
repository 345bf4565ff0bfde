import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  personLogsIn,
  startAuthorizedServer,
  type AuthorizedServer,
} from '../fakes/authorization-server.mjs';
import { desktopMissing } from './desktop.ts';
import { startApp } from './start-app.ts';
import { screenshots } from './start-fake-app.ts';

declare global {
  var openedPages: string[];
}

describe.skipIf(desktopMissing)('a backend that asks for a login', () => {
  let home: OwnHome;
  let server: AuthorizedServer;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    home = ownHome();
    server = await startAuthorizedServer();
    home.write(
      'backends.yaml',
      `backends:\n  - { name: linear, transport: http, url: "${server.url}" }\n`,
    );
    ({ app, page } = await startApp(home));
    // The person's browser: the app only says which page to show.
    await app.evaluate(({ shell }) => {
      globalThis.openedPages = [];
      shell.openExternal = (url) => {
        globalThis.openedPages.push(url);
        return Promise.resolve();
      };
    });
  });

  afterAll(async () => {
    await app.close();
    await server.close();
    home.remove();
  });

  const openedPage = async (count: number): Promise<string> => {
    await vi.waitFor(async () => {
      expect(await app.evaluate(() => globalThis.openedPages.length)).toBe(count);
    });
    return app.evaluate(() => globalThis.openedPages.at(-1) ?? '');
  };

  test('says so on the overview and signs in from there', async () => {
    await page.waitForSelector('.att b >> text=linear needs you to sign in');
    await page.screenshot({ path: path.join(screenshots, 'login-overview.png') });
    await page.click('.att [aria-label="Sign in to linear"]');
    await page.waitForSelector('.att span >> text=Waiting for the browser');
    await page.click('.att [aria-label="Cancel the sign-in to linear"]');
    await page.waitForSelector('.att [aria-label="Sign in to linear"]');
    await openedPage(1);
  });

  test('signs in from the backends page', async () => {
    await page.click('.side a[href="#/backends"]');
    await page.waitForSelector('.tbl .st-warn >> text=Sign in again');
    await page.screenshot({ path: path.join(screenshots, 'login-backends.png') });
    await page.click('[aria-label="Sign in to linear"]');
    await page.waitForSelector('.tbl .st >> text=Waiting for the browser');
    await personLogsIn(await openedPage(2));
    await page.waitForSelector('.tbl .st-ok >> text=Healthy');
    expect(server.seen.bearers.length).toBeGreaterThan(0);
    expect(await page.content()).not.toContain(server.seen.bearers[0]);
  });
});
