import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalView } from '../builders/setup-views.ts';
import { openBusyWindow, type BusyWindow } from './busy-window.ts';
import { accessibilityFaults } from './accessibility-faults.ts';
import { desktopMissing } from './desktop.ts';
import { overflow } from './overflow.ts';
import { screenshots } from './start-fake-app.ts';

const longApproval = approvalView({
  id: 'ask-2',
  description: `Lists the top processes of a node with their command lines. ${'Values of a command line may hold what was meant for nobody else. '.repeat(12)}`,
});

describe.skipIf(desktopMissing)('window', () => {
  let app: BusyWindow['app'];
  let page: BusyWindow['page'];
  let resize: BusyWindow['resize'];
  let setTheme: BusyWindow['setTheme'];
  let shoot: BusyWindow['shoot'];

  beforeAll(async () => {
    ({ app, page, resize, setTheme, shoot } = await openBusyWindow());
  });

  afterAll(async () => {
    await app.close();
  });

  test.each(['light', 'dark'] as const)('runs a tool in the %s theme', async (theme) => {
    await resize(1080, 1040);
    await setTheme(theme);
    await page.click('.side a[href="#/units"]');
    await page.click('.md-l a[href="#/units/netdata"]');
    await page.fill('#try-context', 'system.cpu');
    await page.click('.try-f .btn.pri');
    await page.waitForSelector('.cmp .answer');
    await shoot(`units-try-${theme}`);
    await page.click('#try-schema');
    await page.waitForSelector('.schema');
    await shoot(`units-schema-${theme}`);
    await page.click('#try-visible');
    await shoot(`units-visible-${theme}`);
    await page.click('#try-run');
    await resize(1080, 720);
  });

  test.each(['light', 'dark'] as const)('asks for an approval in the %s theme', async (theme) => {
    await setTheme(theme);
    const opened = app.waitForEvent('window');
    await app.evaluate((_electron, request) => {
      const askedAt = Date.now();
      globalThis.services.changeApprovals([{ ...request, askedAt, expiresAt: askedAt + 60_000 }]);
    }, approvalView());
    const asking = await opened;
    await asking.waitForSelector('.ap-f .btn:focus >> text=Deny');
    expect(await asking.isDisabled('.ap-f .btn >> text=Allow once')).toBe(true);
    await asking.waitForSelector('.ap-f .btn:not([disabled]) >> text=Allow once');
    await asking.screenshot({ path: path.join(screenshots, `approval-${theme}.png`) });
    await app.evaluate((_electron, request) => {
      const askedAt = Date.now();
      globalThis.services.changeApprovals([{ ...request, askedAt, expiresAt: askedAt + 60_000 }]);
    }, longApproval);
    await asking.waitForSelector('.ap .what .btn >> text=Read all');
    await asking.screenshot({ path: path.join(screenshots, `approval-long-${theme}.png`) });
    await asking.click('.ap .what .btn');
    await asking.waitForSelector('.ap .what .all');
    expect((await asking.locator('.ap .code').boundingBox())?.height).toBeGreaterThan(50);
    await asking.screenshot({ path: path.join(screenshots, `approval-all-${theme}.png`) });
    for (const name of ['overview', 'activity']) {
      await page.evaluate((to) => {
        location.hash = `#/${to}`;
      }, name);
      await page.waitForSelector('.st-wait >> text=Waiting', { state: 'attached' });
      await shoot(`${name}-waiting-${theme}`);
    }
    const closed = asking.waitForEvent('close');
    // The window is gone before the key comes up again.
    await asking.keyboard.press('Escape').catch(() => undefined);
    await closed;
    expect(await app.evaluate(() => globalThis.services.decisions.at(-1))).toBe(
      'deny ask-2 in the window',
    );
  });

  test.each([1080, 720, 640, 360])('shows every decision in full at %i pixels', async (width) => {
    await resize(width, 720);
    await page.waitForFunction((size) => innerWidth === size, width);
    await page.evaluate(() => {
      location.hash = '#/access';
    });
    await page.waitForSelector('.mx select');
    await shoot(`access-${width}`);
    expect(await cutCells(page)).toEqual([]);
    await resize(1080, 720);
  });

  test.each(['light', 'dark'] as const)('shows every form in the %s theme', async (theme) => {
    await setTheme(theme);
    const go = (hash: string) =>
      page.evaluate((to) => {
        location.hash = to;
      }, hash);
    await go('#/backends/netdata');
    await page.click('text=Test connection');
    await page.waitForSelector('.st-ok >> text=answers in');
    await shoot(`backends-netdata-${theme}`);
    await go('#/backends/add');
    await page.fill('#be-name', 'wiki');
    await shoot(`backends-add-${theme}`);
    await go('#/credentials');
    await page.click('[aria-label="Set OPNSENSE_KEY"]');
    await shoot(`credentials-set-${theme}`);
    await go('#/clients');
    await page.click('[aria-label="Install Codex"]');
    await page.waitForSelector('.src .add');
    await shoot(`clients-install-${theme}`);
    await page.click('.try >> text=Cancel');
    expect(await overflow(page)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'can be read and operated in the %s theme',
    async (theme) => {
      await setTheme(theme);
      const found: string[] = [];
      for (const name of [
        'overview',
        'units',
        'units/tasks',
        'activity',
        'savings',
        'clients/codex',
        'backends',
        'backends/add',
        'backends/netdata',
        'credentials',
        'access',
        'settings',
        'more',
      ]) {
        await page.evaluate((to) => {
          location.hash = `#/${to}`;
        }, name);
        await page.waitForSelector('.main h1');
        found.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      }
      expect(found).toEqual([]);
    },
  );
});

/** Cells of the access table whose word or badge has less room than it needs. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const isCut = (select: HTMLSelectElement): boolean => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      if (pen !== null) pen.font = font;
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return (pen?.measureText(select.value).width ?? 0) > room + 0.5;
    };
    const selects = [...document.querySelectorAll<HTMLSelectElement>('.mx select')];
    const badges = [...document.querySelectorAll('.mx thead .ac')].filter(
      (badge) =>
        badge.getBoundingClientRect().right >
        (badge.closest('th')?.getBoundingClientRect().right ?? 0),
    );
    const edge = document.querySelector('.mx')?.getBoundingClientRect().right ?? 0;
    const isOut = (select: HTMLSelectElement): boolean =>
      select.getBoundingClientRect().right > edge - 2;
    return [
      ...selects
        .filter((select) => isCut(select) || isOut(select))
        .map((select) => select.getAttribute('aria-label') ?? ''),
      ...badges.map(({ textContent }) => textContent.trim()),
    ];
  });
}
