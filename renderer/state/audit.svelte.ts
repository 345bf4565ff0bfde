import { ask, type Bridge } from '../bridge/bridge.ts';
import { addToBook, emptyBook, type AuditBook } from './audit-book.ts';

export interface AuditState {
  readonly book: AuditBook;
  readonly isLoaded: boolean;
  load(): Promise<void>;
}

export function createAuditState(bridge: Bridge): AuditState {
  let book = $state.raw<AuditBook>(emptyBook);
  let isLoaded = $state(false);
  bridge.audit.onAppended((rows) => {
    book = addToBook(book, rows);
  });
  return {
    get book() {
      return book;
    },
    get isLoaded() {
      return isLoaded;
    },
    async load() {
      book = addToBook(book, await ask(bridge.audit.recent({ limit: 1000 })));
      isLoaded = true;
    },
  };
}
