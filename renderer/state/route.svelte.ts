import type { Page } from '../text/words.ts';

/** In the order of the sidebar, which is the order of their keys. */
export const pageOrder: readonly Page[] = [
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

export interface RouteState {
  readonly page: Page;
  /** What the page shows of its nouns: the name of a unit; empty for none. */
  readonly item: string;
  go(page: Page, item?: string): void;
}

/** The part of `window` a route lives in. */
export interface RouteHolder {
  readonly location: { hash: string };
  addEventListener(type: 'hashchange', listener: () => void): void;
}

export function createRouteState(holder: RouteHolder): RouteState {
  let current = $state.raw(parseHash(holder.location.hash));
  holder.addEventListener('hashchange', () => {
    current = parseHash(holder.location.hash);
  });
  return {
    get page() {
      return current.page;
    },
    get item() {
      return current.item;
    },
    go(page, item) {
      const href = hrefTo(page, item);
      holder.location.hash = href;
      // The event comes later; the page is shown with the key press.
      current = parseHash(href);
    },
  };
}

export function hrefTo(page: Page, item = ''): string {
  return item === '' ? `#/${page}` : `#/${page}/${encodeURIComponent(item)}`;
}

function parseHash(hash: string): { page: Page; item: string } {
  const [name, item = ''] = hash.replace(/^#\//, '').split('/');
  const page = [...pageOrder, 'more' as const].find((known) => known === name) ?? 'overview';
  return { page, item: decodeItem(item) };
}

function decodeItem(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return '';
  }
}
