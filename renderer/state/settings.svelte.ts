import type { AuditSizeView } from '../../main/contract/audit-query.ts';
import type { SettingChange } from '../../main/contract/settings-services.ts';
import type { DesktopSettingsView } from '../../main/contract/setup-channels.ts';
import type { TokenView } from '../../main/contract/token-services.ts';
import { ask, type Bridge } from '../bridge/bridge.ts';
import { createActions, type Actions } from './actions.svelte.ts';

export interface SettingsState {
  readonly actions: Actions;
  /** Undefined until the first answer. */
  readonly view: DesktopSettingsView | undefined;
  readonly tokens: readonly TokenView[];
  /** Undefined until it is known. */
  readonly auditSize: AuditSizeView | undefined;
  load(): Promise<void>;
  change(change: SettingChange): Promise<boolean>;
  setStartsAtLogin(enabled: boolean): Promise<boolean>;
  openFolder(folder: 'config' | 'data'): Promise<boolean>;
  loadTokens(): Promise<void>;
  loadAuditSize(): Promise<void>;
  createToken(name: string, client: string): Promise<boolean>;
  revokeToken(name: string): Promise<boolean>;
}

export const settingKey = {
  of: (change: Pick<SettingChange, 'key'> & { client?: string | undefined }) =>
    `${change.key} ${change.client ?? ''}`,
  load: 'load',
  login: 'login',
  folder: 'folder',
  token: 'token',
  auditSize: 'audit size',
};

export function createSettingsState(bridge: Bridge): SettingsState {
  const actions = createActions();
  let view = $state.raw<DesktopSettingsView>();
  let auditSize = $state.raw<AuditSizeView>();
  let tokens = $state.raw<readonly TokenView[]>([]);
  bridge.settings.onChanged((changed) => {
    view = changed;
  });
  return {
    actions,
    get view() {
      return view;
    },
    get auditSize() {
      return auditSize;
    },
    get tokens() {
      return tokens;
    },
    async load() {
      await actions.run(settingKey.load, async () => {
        view = await ask(bridge.settings.get());
      });
    },
    change: (change) =>
      actions.run(settingKey.of(change), async () => {
        view = await ask(bridge.settings.change(change));
      }),
    setStartsAtLogin: (enabled) =>
      actions.run(settingKey.login, async () => {
        view = await ask(bridge.settings.login({ enabled }));
      }),
    openFolder: (folder) =>
      actions.run(settingKey.folder, () => ask(bridge.settings.openFolder({ folder }))),
    async loadTokens() {
      tokens = await ask(bridge.tokens.list());
    },
    async loadAuditSize() {
      await actions.run(settingKey.auditSize, async () => {
        auditSize = await ask(bridge.audit.size());
      });
    },
    createToken: (name, client) =>
      actions.run(settingKey.token, async () => {
        tokens = await ask(bridge.tokens.create({ name, ...(client !== '' && { client }) }));
      }),
    revokeToken: (name) =>
      actions.run(settingKey.token, async () => {
        tokens = await ask(bridge.tokens.revoke({ name }));
      }),
  };
}
