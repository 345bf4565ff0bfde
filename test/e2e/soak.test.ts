// 5,000 records a minute, as a busy script would make them. SOAK_SECONDS=300 is the whole run.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditView } from '../builders/views.ts';
import { desktopMissing } from './desktop.ts';
import { buildFakeApp, startFakeApp } from './start-fake-app.ts';

const seconds = Number(process.env['SOAK_SECONDS'] ?? 6);
const perBatch = 25;
const batchMs = 300;

describe.skipIf(desktopMissing)('activity under load', () => {
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    ({ app, page } = await startFakeApp(await buildFakeApp(), { state: { audit: [auditView()] } }));
    await page.waitForSelector('.head3');
  });

  afterAll(async () => {
    await app.close();
  });

  test('stays small and answers keys while records stream in', async () => {
    await page.click('.side a[href="#/activity"]');
    await page.waitForSelector('.log .r:not(.hd)');
    const before = await heapBytes(page);
    const rounds = Math.round((seconds * 1000) / batchMs);
    const begun = Date.now();
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      await app.evaluate(
        (_electron, { row, first, count }) => {
          globalThis.services.appendAudit(
            Array.from({ length: count }, (_, index) => ({
              ...row,
              id: `soak-${first + index}`,
              traceId: `soak-${first + index}`,
              ts: Date.now(),
              subCalls: 0,
            })),
          );
        },
        { row: auditView(), first: round * perBatch, count: perBatch },
      );
      slowest = Math.max(slowest, await inputLatency(page));
      await sleep(Math.max(0, begun + (round + 1) * batchMs - Date.now()));
    }
    const grown = ((await heapBytes(page)) - before) / 1_000_000;
    const records = rounds * perBatch;
    process.stderr.write(
      `soak: ${records} records, page grew ${grown.toFixed(1)} MB, slowest key ${slowest.toFixed(0)} ms\n`,
    );
    expect(await page.textContent('.bar .sub')).toContain((records + 1).toLocaleString('en'));
    expect(grown).toBeLessThanOrEqual(20);
  });
});

describe.skipIf(desktopMissing)('activity with 100,000 calls', () => {
  test('scrolls, moves and takes new calls in', async () => {
    const { app, page } = await startFakeApp(await buildFakeApp(), {
      state: { audit: [auditView()] },
    });
    onTestFinished(() => app.close());
    await page.click('.side a[href="#/activity"]');
    await app.evaluate((_electron, row) => {
      for (let first = 0; first < 100_000; first += 5000) {
        globalThis.services.appendAudit(
          Array.from({ length: 5000 }, (_, index) => ({
            ...row,
            id: `many-${first + index}`,
            traceId: `many-${first + index}`,
            ts: row.ts + first + index,
          })),
        );
      }
    }, auditView());
    await page.waitForSelector('.bar .sub >> text=100,000 records');
    const scroll = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const list = document.querySelector('.log');
          let [slowest, last, steps] = [0, performance.now(), 0];
          const step = () => {
            const now = performance.now();
            slowest = Math.max(slowest, steps === 0 ? 0 : now - last);
            last = now;
            if (list !== null) list.scrollTop = (list.scrollHeight / 60) * steps;
            steps += 1;
            if (steps > 60) resolve(slowest);
            else requestAnimationFrame(step);
          };
          requestAnimationFrame(step);
        }),
    );
    // The end of the list: the oldest call that is kept.
    await page.waitForSelector('.log .r[aria-rowindex="100001"]');
    // It leads back to the top, where the keyboard was.
    const key = await inputLatency(page);
    await page.waitForSelector('.log .r[aria-rowindex="3"]:focus');
    process.stderr.write(
      `100,000 calls: slowest frame while scrolling ${scroll.toFixed(0)} ms, key ${key.toFixed(0)} ms\n`,
    );
  });
});

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** From a key press until the frame that shows its effect. */
function inputLatency(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        document
          .querySelector('.log')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        requestAnimationFrame(() => {
          setTimeout(() => {
            resolve(performance.now() - started);
          });
        });
      }),
  );
}
