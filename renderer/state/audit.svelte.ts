import type {
  AuditDetailView,
  AuditFilter,
  AuditPageView,
} from '../../main/contract/audit-query.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';
import { addToBook, emptyBook, idsOf, setRunning, type AuditBook } from './audit-book.ts';

/** A search in the whole record: what the database found joins the book. */
interface AuditSearch {
  /** Ids of what it found. */
  readonly found: ReadonlySet<string>;
  readonly hasMore: boolean;
}

export interface AuditState {
  readonly actions: Actions;
  readonly book: AuditBook;
  readonly isLoaded: boolean;
  readonly search: AuditSearch;
  load(): Promise<void>;
  /** Newest calls that match, from the database; the one before is forgotten. */
  find(filter: AuditFilter): Promise<void>;
  /** The next page of the same search. */
  findOlder(): Promise<void>;
  /** A call and everything below it, whole. */
  trace(traceId: string): Promise<readonly AuditDetailView[]>;
  export(format: 'jsonl' | 'csv', filter: AuditFilter): Promise<number | undefined>;
}

export const auditKey = { older: 'older', export: 'export' };

const pageSize = 1000;

export function createAuditState(bridge: Bridge): AuditState {
  const actions = createActions();
  let book = $state.raw<AuditBook>(emptyBook);
  let isLoaded = $state(false);
  let search = $state.raw<AuditSearch>({ found: idsOf([]), hasMore: false });
  let filter: AuditFilter = {};
  let next: { ts: number; seq: number } | undefined;
  bridge.audit.onAppended((rows) => {
    book = addToBook(book, rows);
  });
  bridge.audit.onRunningChanged((running) => {
    book = setRunning(book, running);
  });
  const turnPage = async (found: ReadonlySet<string>) => {
    const asked = filter;
    const page = await ask(
      bridge.audit.query({
        ...asked,
        rootsOnly: true,
        limit: pageSize,
        order: 'newest',
        ...(next && { after: next }),
      }),
    );
    // Somebody has typed on meanwhile: this answer is to another question.
    if (asked !== filter) return;
    next = page.next;
    book = addToBook(book, [...page.records].reverse());
    const all = idsOf([...found, ...page.records.map(({ id }) => id)]);
    search = { found: all, hasMore: page.next !== undefined };
  };
  return {
    actions,
    get book() {
      return book;
    },
    get isLoaded() {
      return isLoaded;
    },
    get search() {
      return search;
    },
    async load() {
      book = addToBook(book, await ask(bridge.audit.recent({ limit: pageSize })));
      book = setRunning(book, await ask(bridge.audit.running()));
      isLoaded = true;
    },
    async find(wanted) {
      [filter, next] = [wanted, undefined];
      await turnPage(idsOf([]));
    },
    async findOlder() {
      await actions.run(auditKey.older, () => turnPage(search.found));
    },
    async trace(traceId) {
      const all: AuditDetailView[] = [];
      let after: AuditPageView['next'];
      do {
        const page: AuditPageView = await ask(
          bridge.audit.query({
            ...{ traceId, limit: pageSize, order: 'oldest' },
            ...(after && { after }),
          }),
        );
        book = addToBook(book, page.records);
        all.push(...page.records);
        after = page.next;
      } while (after !== undefined);
      return all;
    },
    async export(format, wanted) {
      let records: number | undefined;
      await actions.run(auditKey.export, async () => {
        const done = await ask(bridge.audit.export({ format, filter: wanted }));
        records = done?.records;
      });
      return records;
    },
  };
}
