import { GatewayError } from '../../platform/gateway-error.ts';

// Far below the 10 MiB a client takes in one message.
const mostItems = 1000;
const mostBytes = 2_000_000;

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** The part of a list that a cursor of ours names, from its beginning without one. */
export function listPage<T>(list: readonly T[], cursor: string | undefined): ListPage<T> {
  const start = cursor === undefined ? 0 : /^[0-9]{1,9}$/.test(cursor) ? Number(cursor) : -1;
  if (start < 0 || start > list.length) {
    throw new GatewayError(
      'invalid-arguments',
      `Cursor "${cursor}" is none of this list; begin without one`,
    );
  }
  let bytes = 0;
  let end = start;
  while (end < list.length && end - start < mostItems) {
    bytes += JSON.stringify(list[end]).length;
    if (bytes > mostBytes && end > start) break;
    end += 1;
  }
  const items = list.slice(start, end);
  return end < list.length ? { items, nextCursor: String(end) } : { items };
}
