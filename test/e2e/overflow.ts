import type { Page } from 'playwright-core';

/** Elements that stick out of the window to the right. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.main *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => element.closest('.sr, .tools, .code, .sprite') === null)
      .map((element) => `${element.tagName}.${element.className}`),
  );
}
