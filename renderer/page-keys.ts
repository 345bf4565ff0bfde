import { pageOrder } from './state/route.svelte.ts';
import type { Page } from './text/words.ts';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl or Cmd with 1, 2, … goes to the page of that place in the sidebar. */
export function pageForKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): Page | undefined {
  if (altKey || shiftKey || ctrlKey === metaKey || !/^[1-9]$/.test(key)) return undefined;
  return pageOrder[Number(key) - 1];
}
