import { isObject } from '../json.ts';
import { pointerParts } from '../../../platform/pointer-parts.ts';

/** The decoded segments of `#` or `#/…`; undefined for anything that leads out of the document. */
export function parsePointer(ref: string): readonly string[] | undefined {
  if (ref === '#') return [];
  if (!ref.startsWith('#/')) return undefined;
  try {
    return pointerParts(decodeURIComponent(ref.slice(1)));
  } catch {
    return undefined;
  }
}

/** The schema at the pointer, through own properties only; undefined when there is none. */
export function follow(root: unknown, segments: readonly string[]): unknown {
  let at: unknown = root;
  for (const segment of segments) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<string, unknown>)[segment];
  }
  return isObject(at) || typeof at === 'boolean' ? at : undefined;
}

/** One spelling for one place. */
export function pointerKey(segments: readonly string[]): string {
  return segments.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
