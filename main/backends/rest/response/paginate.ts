import LinkHeader from 'http-link-header';
import { selectPath } from '../dadl/json-path.ts';
import type { PaginationSpec, Param } from '../dadl/model.ts';
import { scalarText } from '../dadl/scalar-text.ts';
import { argumentValue } from '../request/argument-value.ts';
import type { Page } from './read-reply.ts';

/** How the next page is asked for: a parameter's value, or a whole URL. */
export type NextPage =
  { readonly param: string; readonly value: string | number } | { readonly url: URL };

export interface PagingState {
  readonly spec: PaginationSpec;
  readonly params: ReadonlyMap<string, Param>;
  /** Arguments of the page just read. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Number of items of the page just read. */
  readonly items: number;
}

/** What to ask for after this page, or undefined when it was the last. */
export function nextPage(state: PagingState, page: Page): NextPage | undefined {
  const { spec } = state;
  switch (spec.strategy) {
    case 'cursor':
      return nextCursor(state, page);
    case 'offset':
      return nextOffset(state);
    case 'page':
      return nextNumber(state, page);
    case 'link_header': {
      const url = linkedPage(page);
      return url && { url };
    }
  }
}

/** What a client needs to page by itself, for `_meta.pagination`. */
export function exposedPaging(spec: PaginationSpec, page: Page): Readonly<Record<string, unknown>> {
  const cursor = spec.nextCursor && pathValue(page, spec.nextCursor);
  const more = spec.hasMore && pathValue(page, spec.hasMore);
  const pages = spec.totalPagesHeader && page.headers[spec.totalPagesHeader];
  const count = spec.totalCountHeader && page.headers[spec.totalCountHeader];
  const linked = spec.strategy === 'link_header' ? linkedPage(page) : undefined;
  return {
    ...(cursor !== undefined && { next_cursor: cursor }),
    ...(more !== undefined && { has_more: more }),
    ...(pages !== undefined && { total_pages: Number(pages) }),
    ...(count !== undefined && { total_count: Number(count) }),
    ...(linked !== undefined && { next: `${linked.pathname}${linked.search}` }),
  };
}

function nextCursor({ spec, args }: PagingState, page: Page): NextPage | undefined {
  if (spec.pageParam === undefined) return undefined;
  if (spec.hasMore !== undefined && pathValue(page, spec.hasMore) === false) return undefined;
  const cursor = spec.nextCursor && pathValue(page, spec.nextCursor);
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const value = scalarText(cursor);
  const before = args[spec.pageParam];
  if (before !== undefined && scalarText(before) === value) return undefined;
  return { param: spec.pageParam, value };
}

function nextOffset({ spec, params, args, items }: PagingState): NextPage | undefined {
  if (spec.pageParam === undefined) return undefined;
  const limit = numberArgument(spec.limitParam, params, args) ?? spec.limitDefault ?? 50;
  if (items < limit) return undefined;
  const offset = numberArgument(spec.pageParam, params, args) ?? 0;
  return { param: spec.pageParam, value: offset + limit };
}

function nextNumber({ spec, params, args, items }: PagingState, page: Page): NextPage | undefined {
  if (spec.pageParam === undefined) return undefined;
  // Some services count from 0; their param's default says so.
  const number = numberArgument(spec.pageParam, params, args) ?? 1;
  const total =
    spec.totalPagesHeader === undefined ? undefined : page.headers[spec.totalPagesHeader];
  const isLast = total === undefined ? items === 0 : number >= Number(total);
  return isLast ? undefined : { param: spec.pageParam, value: number + 1 };
}

function linkedPage(page: Page): URL | undefined {
  const header = page.headers['link'];
  if (header === undefined) return undefined;
  let target: string | undefined;
  try {
    target = LinkHeader.parse(header).refs.find((ref) =>
      ref.rel.toLowerCase().split(/\s+/).includes('next'),
    )?.uri;
  } catch {
    return undefined;
  }
  return target !== undefined && URL.canParse(target, page.url.href)
    ? new URL(target, page.url)
    : undefined;
}

function pathValue(page: Page, path: NonNullable<PaginationSpec['nextCursor']>): unknown {
  if (page.body.kind !== 'json') return undefined;
  const match = selectPath(path, page.body.value);
  return match.found ? match.value : undefined;
}

function numberArgument(
  name: string | undefined,
  params: ReadonlyMap<string, Param>,
  args: Readonly<Record<string, unknown>>,
): number | undefined {
  if (name === undefined) return undefined;
  const param = params.get(name);
  const value = param === undefined ? args[name] : argumentValue(param, args);
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
