import { parsePath, type JsonPath } from './json-path.ts';
import type { PaginationSpec } from './model.ts';
import { readPath } from './parse-response.ts';
import type { MapReader } from './read-value.ts';

const strategies = ['cursor', 'offset', 'page', 'link_header'] as const;
const defaultMaxPages = 20;
const mostPages = 50;

export function parsePagination(reader: MapReader): PaginationSpec | undefined {
  const strategy = reader.oneOf('strategy', strategies);
  const behavior = reader.oneOf('behavior', ['auto', 'expose']) ?? 'expose';
  if (strategy === undefined) {
    if (!reader.has('strategy'))
      reader.error('strategy', `is missing; it is one of ${strategies.join(', ')}`);
    return undefined;
  }
  const request = reader.mapping('request');
  const response = reader.mapping('response');
  const pages = reader.integer('max_pages') ?? defaultMaxPages;
  if (pages > mostPages)
    reader.warn('max_pages', `at most ${mostPages} pages are fetched, not ${pages}`);
  return {
    strategy,
    behavior,
    maxPages: pages < 1 ? defaultMaxPages : Math.min(pages, mostPages),
    pageParam: pageParam(strategy, request),
    limitParam: request?.text('limit_param'),
    limitDefault: request?.integer('limit_default'),
    nextCursor: response && readPath(response, 'next_cursor'),
    hasMore: response && readHasMore(response),
    totalPagesHeader: response?.text('total_pages_header')?.toLowerCase(),
    totalCountHeader: response?.text('total_count_header')?.toLowerCase(),
  };
}

// Real files of every strategy name their parameter cursor_param.
function pageParam(
  strategy: PaginationSpec['strategy'],
  request: MapReader | undefined,
): string | undefined {
  const cursor = request?.text('cursor_param');
  switch (strategy) {
    case 'cursor':
      return cursor;
    case 'page':
      return request?.text('page_param') ?? cursor;
    case 'offset':
      return request?.text('offset_param') ?? cursor;
    case 'link_header':
      return undefined;
  }
}

// Seven published files compare two values here (`$.page < $.pages`), which no reader of paths accepts, in
// places that are never evaluated: refusing them would lose the files for nothing.
function readHasMore(response: MapReader): JsonPath | undefined {
  const text = response.text('has_more');
  if (text === undefined) return undefined;
  try {
    return parsePath(text);
  } catch (error) {
    response.warn('has_more', `${(error as Error).message}; it is ignored`);
    return undefined;
  }
}
