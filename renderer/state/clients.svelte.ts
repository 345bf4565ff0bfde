import type {
  ClientChangeView,
  ClientView,
  ConflictChoice,
} from '../../main/contract/client-views.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export type ClientAction = 'install' | 'repair' | 'remove';

export interface ClientsState {
  readonly actions: Actions;
  /** Undefined until the first answer. */
  readonly list: readonly ClientView[] | undefined;
  load(): Promise<void>;
  /** What would be written, and nothing is. */
  preview(
    id: string,
    action: ClientAction,
    conflict: ConflictChoice,
  ): Promise<readonly ClientChangeView[]>;
  apply(
    id: string,
    action: ClientAction,
    conflict: ConflictChoice,
  ): Promise<readonly ClientChangeView[]>;
  installAll(dryRun: boolean): Promise<readonly ClientChangeView[]>;
  copySnippet(id: string | null): Promise<boolean>;
  openFile(id: string): Promise<boolean>;
  openLink(id: string): Promise<boolean>;
  openBundle(): Promise<boolean>;
}

export const clientKey = { copy: 'copy', open: 'open' };

export function createClientsState(bridge: Bridge): ClientsState {
  const actions = createActions();
  let list = $state.raw<readonly ClientView[]>();
  bridge.clients.onChanged((changed) => {
    list = changed;
  });
  const act = (id: string, action: ClientAction, dryRun: boolean, conflict: ConflictChoice) =>
    ask(bridge.clients[action]({ id, dryRun, profiles: false, conflict }));
  return {
    actions,
    get list() {
      return list;
    },
    async load() {
      list = await ask(bridge.clients.list());
    },
    preview: (id, action, conflict) => act(id, action, true, conflict),
    apply: (id, action, conflict) => act(id, action, false, conflict),
    installAll: (dryRun) => ask(bridge.clients.installAll({ dryRun })),
    copySnippet: (id) => actions.run(clientKey.copy, () => ask(bridge.clients.copy({ id }))),
    openFile: (id) => actions.run(clientKey.open, () => ask(bridge.clients.openFile({ id }))),
    openLink: (id) => actions.run(clientKey.open, () => ask(bridge.clients.openLink({ id }))),
    openBundle: () => actions.run(clientKey.open, () => ask(bridge.clients.openBundle())),
  };
}
