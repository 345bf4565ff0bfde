import { scalarText } from '../dadl/scalar-text.ts';

/** `a: { b: [x] }` → `a[b][0]=x`. Nulls are left out, and empty lists vanish. */
export function flatten(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => flatten(`${name}[${index}]`, item));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => flatten(`${name}[${key}]`, item));
  return [[name, scalarText(value)]];
}
