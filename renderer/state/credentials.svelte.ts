import type { CredentialsView } from '../../main/contract/credential-services.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export interface CredentialsState {
  readonly actions: Actions;
  /** Undefined until the first answer. */
  readonly view: CredentialsView | undefined;
  load(): Promise<void>;
  /** The key goes to the keychain and is kept nowhere here. */
  set(name: string, secret: string): Promise<boolean>;
  rename(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}

export const credentialKey = { load: 'load', change: 'change' };

export function createCredentialsState(bridge: Bridge): CredentialsState {
  const actions = createActions();
  let view = $state.raw<CredentialsView>();
  return {
    actions,
    get view() {
      return view;
    },
    async load() {
      await actions.run(credentialKey.load, async () => {
        view = await ask(bridge.credentials.list());
      });
    },
    set: (name, secret) =>
      actions.run(credentialKey.change, async () => {
        view = await ask(bridge.credentials.set({ name, secret }));
      }),
    rename: (from, to) =>
      actions.run(credentialKey.change, async () => {
        view = await ask(bridge.credentials.rename({ from, to }));
      }),
    remove: (name) =>
      actions.run(credentialKey.change, async () => {
        view = await ask(bridge.credentials.remove({ name }));
      }),
  };
}
