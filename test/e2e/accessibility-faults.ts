// What can be checked by rule: every control has a name and a role, ids are unique, and text can be read.
// axe-core is MPL-2.0, which the project does not take in; names and roles come from Chromium's own
// accessibility tree, so they are what a screen reader gets.
import type { Page } from 'playwright-core';

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
}

const named = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'switch',
  'tab',
  'tablist',
  'tabpanel',
  'table',
  'treegrid',
  'navigation',
  'alertdialog',
  'region',
  'img',
  'image',
]);

export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A colour on its way to another is neither.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished)),
  );
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
    nodes: readonly AxNode[];
  };
  await session.detach();
  const unnamed = nodes
    .filter(({ ignored, role }) => !ignored && named.has(role?.value ?? ''))
    .filter(({ role }) => role?.value !== 'table')
    .filter(({ name }) => (name?.value ?? '').trim() === '')
    .map(({ role }) => `a ${role?.value ?? ''} has no name`);
  return [...unnamed, ...(await page.evaluate(pageFaults))];
}

/** Runs in the page. Contrast by WCAG 2.2: 4.5:1 for text, disabled controls exempt. */
function pageFaults(): string[] {
  const faults: string[] = [];
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    faults.push(`id "${id}" is there twice`);
  for (const element of document.querySelectorAll(
    '[aria-describedby],[aria-controls],[aria-labelledby]',
  )) {
    for (const attribute of ['aria-describedby', 'aria-labelledby']) {
      const id = element.getAttribute(attribute);
      if (id !== null && document.getElementById(id) === null)
        faults.push(`${attribute} "${id}" leads nowhere`);
    }
  }
  if (document.querySelectorAll('h1').length !== 1) faults.push('there is not one h1');
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour: string): number[] => {
    if (canvas === null) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element): number[] => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const found = rgba(getComputedStyle(at).backgroundColor);
      if ((found[3] ?? 0) > 250) return found;
    }
    return rgba(getComputedStyle(document.documentElement).getPropertyValue('--surface'));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element === null || text === '' || element.closest(':disabled, .sr, svg, option') !== null)
      continue;
    if (!element.checkVisibility()) continue;
    const front = luminance(rgba(getComputedStyle(element).color).slice(0, 3));
    const back = luminance(behind(element).slice(0, 3));
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < 4.45) faults.push(`"${text.slice(0, 30)}" has a contrast of ${ratio.toFixed(2)}`);
  }
  return [...new Set(faults)];
}
