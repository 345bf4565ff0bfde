import { filterKeys } from '../../config/schema/exposition-rules.ts';
import type { Action, Diagnostic, Exposition, TagFilter } from './model.ts';
import { fail, refuseUnknown } from './parse-exposition.ts';

/** Throws CONFIG_FILTER: a mistyped key must never publish everything. */
export function parseFilter(filter: unknown): TagFilter {
  if (filter === undefined || filter === null) return {};
  if (typeof filter !== 'object' || Array.isArray(filter))
    throw fail('filter', filter, 'expected lists of tags', 'CONFIG_FILTER');
  refuseUnknown(filter, filterKeys, 'filter.', 'CONFIG_FILTER');
  for (const [key, value] of Object.entries(filter)) {
    if (value !== undefined && !isTexts(value))
      throw fail(`filter.${key}`, value, 'expected a list of tags', 'CONFIG_FILTER');
  }
  return filter;
}

/** An empty list from a template must not open a tier unnoticed. */
export function filterDiagnostics(filters: readonly TagFilter[]): readonly Diagnostic[] {
  return filters.some(({ anyTag }) => anyTag?.length === 0)
    ? [{ code: 'FILTER_EMPTY_ANYTAG' }]
    : [];
}

/** Whether the action passes every filter. Tags match exactly; an empty list does not constrain. */
export function passes(
  action: Action,
  exposition: Exposition,
  filters: readonly TagFilter[],
): boolean {
  if (filters.length === 0) return true;
  return passesTags(tagsOf(action, exposition), filters);
}

export function passesTags(tags: ReadonlySet<string>, filters: readonly TagFilter[]): boolean {
  return filters.every(
    ({ tags: all = [], anyTag = [], exclude = [] }) =>
      all.every((tag) => tags.has(tag)) &&
      (anyTag.length === 0 || anyTag.some((tag) => tags.has(tag))) &&
      !exclude.some((tag) => tags.has(tag)),
  );
}

function tagsOf({ namespace, tool }: Action, { namespaces }: Exposition): ReadonlySet<string> {
  return new Set([...(namespaces.get(namespace)?.tags ?? []), ...(tool.tags ?? [])]);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
