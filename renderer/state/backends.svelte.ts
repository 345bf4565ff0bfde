import type {
  BackendDraft,
  BackendTestView,
  NetdataDraft,
} from '../../main/contract/backend-services.ts';
import type { ToolSelection } from '../../main/contract/quarantine-services.ts';
import type { BackendPlace, BackendsView } from '../../main/contract/setup-channels.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export interface BackendsState {
  readonly actions: Actions;
  /** Undefined until the first answer. */
  readonly view: BackendsView | undefined;
  load(): Promise<void>;
  test(draft: BackendDraft): Promise<BackendTestView>;
  add(draft: BackendDraft): Promise<boolean>;
  remove(name: string): Promise<boolean>;
  /** Opens the login page in the browser; settles when that is over. */
  logIn(place: BackendPlace): Promise<boolean>;
  cancelLogin(place: BackendPlace): Promise<boolean>;
  approve(selection: ToolSelection): Promise<boolean>;
  hold(selection: ToolSelection): Promise<boolean>;
  testNetdata(draft: NetdataDraft): Promise<BackendTestView>;
  addNetdata(draft: NetdataDraft): Promise<boolean>;
}

export const backendKey = {
  add: 'add',
  remove: (name: string) => `remove ${name}`,
  login: ({ name, unit }: BackendPlace) => `login ${unit ?? ''}/${name}`,
  cancelLogin: ({ name, unit }: BackendPlace) => `cancel login ${unit ?? ''}/${name}`,
  review: (name: string) => `review ${name}`,
};

export function createBackendsState(bridge: Bridge): BackendsState {
  const actions = createActions();
  let view = $state.raw<BackendsView>();
  // Nothing on the page depends on it.
  let cancelled: readonly string[] = [];
  bridge.backends.onChanged((changed) => {
    view = changed;
  });
  const change = (key: string, answer: () => Promise<BackendsView>) =>
    actions.run(key, async () => {
      view = await answer();
    });
  return {
    actions,
    get view() {
      return view;
    },
    async load() {
      view = await ask(bridge.backends.list());
    },
    test: (draft) => ask(bridge.backends.test(draft)),
    add: (draft) => change(backendKey.add, () => ask(bridge.backends.add(draft))),
    remove: (name) => change(backendKey.remove(name), () => ask(bridge.backends.remove({ name }))),
    logIn: async (place) => {
      const key = backendKey.login(place);
      const isDone = await change(key, () => ask(bridge.backends.login(place)));
      // Who has cancelled it needs not be told that it failed.
      if (cancelled.includes(key)) actions.forget(key);
      cancelled = cancelled.filter((other) => other !== key);
      return isDone;
    },
    cancelLogin(place) {
      const key = backendKey.login(place);
      if (actions.isPending(key)) cancelled = [...cancelled, key];
      return actions.run(backendKey.cancelLogin(place), () =>
        ask(bridge.backends.cancelLogin(place)),
      );
    },
    approve: (selection) =>
      change(backendKey.review(selection.backend), () => ask(bridge.backends.approve(selection))),
    hold: (selection) =>
      change(backendKey.review(selection.backend), () => ask(bridge.backends.hold(selection))),
    testNetdata: (draft) => ask(bridge.backends.testNetdata(draft)),
    addNetdata: (draft) => change(backendKey.add, () => ask(bridge.backends.addNetdata(draft))),
  };
}
