// The rest of what the window asks for, again only remembered.
import type { AccessView } from '../../main/contract/access-services.ts';
import type { ApprovalView } from '../../main/contract/approval-services.ts';
import type {
  BackendDraft,
  BackendRowView,
  BackendTestView,
} from '../../main/contract/backend-services.ts';
import type { ClientActionOptions } from '../../main/contract/client-services.ts';
import type { ClientChangeView, ClientView } from '../../main/contract/client-views.ts';
import type { CredentialsView } from '../../main/contract/credential-services.ts';
import type { LoginState } from '../../main/contract/login-services.ts';
import type { ToolChangeView, ToolSelection } from '../../main/contract/quarantine-services.ts';
import type { SettingChange, SettingsView } from '../../main/contract/settings-services.ts';
import type { TokenView } from '../../main/contract/token-services.ts';
import type { WindowServices } from '../../main/contract/window-services.ts';
import { GatewayError } from '../../main/platform/gateway-error.ts';
import {
  accessView,
  backendRowView,
  backendTestView,
  clientView,
  credentialsView,
  economyView,
  settingsView,
  toolDetailView,
  tryResultView,
} from '../builders/setup-views.ts';
import { FakeToolServices, type FakeToolState } from './fake-tool-services.ts';

export interface FakeWindowState extends FakeToolState {
  settings: SettingsView;
  credentials: CredentialsView;
  backends: readonly BackendRowView[];
  changes: readonly ToolChangeView[];
  test: BackendTestView;
  access: AccessView;
  approvals: readonly ApprovalView[];
  clients: readonly ClientView[];
  tokens: readonly TokenView[];
}

export class FakeWindowServices extends FakeToolServices implements WindowServices {
  declare readonly state: FakeWindowState;

  constructor(state: Partial<FakeWindowState> = {}) {
    super({
      detail: toolDetailView(),
      tryResult: tryResultView(),
      about: { summary: 'Five questions about all nodes.', errors: [] },
      source: undefined,
      settings: settingsView(),
      credentials: credentialsView(),
      backends: [backendRowView()],
      changes: [],
      test: backendTestView(),
      access: accessView(),
      approvals: [],
      clients: [clientView()],
      tokens: [],
      auditSize: { bytes: 142_000_000, oldest: Date.UTC(2026, 7, 31, 12) },
      days: [],
      economy: economyView(),
      ...state,
    });
  }

  settings(): SettingsView {
    return this.state.settings;
  }
  changeSetting(wanted: SettingChange): Promise<void> {
    const { key, value } = wanted;
    const { http, clients } = this.state.settings;
    const change =
      key === 'httpEnabled'
        ? { http: { ...http, enabled: value } }
        : key === 'httpPort'
          ? { http: { ...http, port: value } }
          : key === 'strategy' && wanted.client !== undefined
            ? { clients: [...clients, { client: wanted.client, strategy: value }] }
            : { [key]: value };
    this.state.settings = { ...this.state.settings, ...change };
    this.tell('settings', undefined);
    return Promise.resolve();
  }
  onSettingsChange(listener: () => void): () => void {
    return this.on('settings', listener);
  }

  credentials(): Promise<CredentialsView> {
    return Promise.resolve(this.state.credentials);
  }
  setCredential(name: string): Promise<void> {
    const list = this.state.credentials.list.filter((known) => known.name !== name);
    const added = { name, source: 'keychain' as const, isOptional: false, usedBy: [] };
    this.state.credentials = { ...this.state.credentials, list: [...list, added] };
    return Promise.resolve();
  }
  renameCredential(from: string, to: string): Promise<void> {
    const list = this.state.credentials.list.map((known) =>
      known.name === from ? { ...known, name: to } : known,
    );
    this.state.credentials = { ...this.state.credentials, list };
    return Promise.resolve();
  }
  removeCredential(name: string): Promise<void> {
    const list = this.state.credentials.list.filter((known) => known.name !== name);
    this.state.credentials = { ...this.state.credentials, list };
    return Promise.resolve();
  }

  backendRows(): readonly BackendRowView[] {
    return this.state.backends;
  }
  testBackend(): Promise<BackendTestView> {
    return Promise.resolve(this.state.test);
  }
  addBackend({ name, transport }: BackendDraft): Promise<void> {
    this.state.backends = [...this.state.backends, backendRowView({ name, transport })];
    return Promise.resolve();
  }
  removeBackend(name: string): Promise<void> {
    this.state.backends = this.state.backends.filter((row) => row.name !== name);
    return Promise.resolve();
  }
  logInBackend(name: string): Promise<void> {
    this.#changeLogin(name, 'running');
    return new Promise((resolve, reject) => {
      this.finishLogin = (isDone) => {
        this.#changeLogin(name, isDone ? 'idle' : 'needed');
        if (isDone) resolve();
        else reject(new GatewayError('credential-missing', `Nobody logged in to "${name}"`));
      };
    });
  }
  cancelLogin(): void {
    this.finishLogin(false);
  }
  /** What the person in front of the browser does. */
  finishLogin: (isDone: boolean) => void = () => undefined;
  #changeLogin(name: string, login: LoginState): void {
    const state = login === 'idle' ? 'healthy' : 'down';
    this.state.backends = this.state.backends.map((row) =>
      row.name === name ? { ...row, login, state } : row,
    );
    const { gateway } = this.state;
    this.changeGateway({
      ...gateway,
      backends: (gateway.backends ?? []).map((one) =>
        one.name === name ? { ...one, login, state } : one,
      ),
    });
    this.tell('changes', undefined);
  }
  testNetdata(): Promise<BackendTestView> {
    return Promise.resolve(this.state.test);
  }
  addNetdata(): Promise<void> {
    return this.addExample('netdata');
  }
  toolChanges(): readonly ToolChangeView[] {
    return this.state.changes;
  }
  approveTools({ backend }: ToolSelection): Promise<readonly string[]> {
    this.state.changes = this.state.changes.filter((change) => change.backend !== backend);
    return Promise.resolve([]);
  }
  holdTools(): Promise<readonly string[]> {
    this.state.changes = this.state.changes.map((change) => ({ ...change, held: true }));
    return Promise.resolve([]);
  }
  onToolChanges(listener: () => void): () => void {
    return this.on('changes', listener);
  }

  access(): Promise<AccessView> {
    return Promise.resolve(this.state.access);
  }
  setAccess(
    callerClass: string,
    access: string,
    decision: 'allow' | 'ask' | 'deny',
  ): Promise<void> {
    const classes = this.state.access.classes.map((row) =>
      row.name === callerClass
        ? { ...row, decisions: { ...row.decisions, [access]: decision } }
        : row,
    );
    this.state.access = { ...this.state.access, classes };
    return Promise.resolve();
  }
  addOverride(rule: AccessView['overrides'][number]): Promise<void> {
    const overrides = [rule, ...this.state.access.overrides];
    this.state.access = { ...this.state.access, overrides };
    return Promise.resolve();
  }
  removeOverride(index: number): Promise<void> {
    const overrides = this.state.access.overrides.filter((_rule, at) => at !== index);
    this.state.access = { ...this.state.access, overrides };
    return Promise.resolve();
  }
  setPolicy(name: string, isOn: boolean): Promise<void> {
    const policies = this.state.access.policies.map((policy) =>
      policy.name === name ? { ...policy, isOn } : policy,
    );
    this.state.access = { ...this.state.access, policies };
    return Promise.resolve();
  }

  approvals(): readonly ApprovalView[] {
    return this.state.approvals;
  }
  decide(id: string, decision: string, where: string): boolean {
    const known = this.state.approvals.some((one) => one.id === id);
    this.decisions.push(`${decision} ${id} in ${where}`);
    this.changeApprovals(this.state.approvals.filter((one) => one.id !== id));
    return known;
  }
  onApprovalsChange(listener: () => void): () => void {
    return this.on('approvals', listener);
  }
  attend(): () => void {
    return () => undefined;
  }
  /** What happens when a client asks for something that needs a person. */
  changeApprovals(approvals: readonly ApprovalView[]): void {
    this.state.approvals = approvals;
    this.tell('approvals', undefined);
  }

  clients(): Promise<readonly ClientView[]> {
    return Promise.resolve(this.state.clients);
  }
  installClient(id: string, options: ClientActionOptions = {}): Promise<ClientChangeView[]> {
    const outcome = options.conflict === 'replace' ? 'replaced' : 'installed';
    return this.#changeClient(id, 'installed', outcome, options.dryRun);
  }
  async installAllClients(options?: { dryRun?: boolean | undefined }): Promise<ClientChangeView[]> {
    const missing = this.state.clients.filter(({ state }) => state === 'not-installed');
    const changes = await Promise.all(missing.map(({ id }) => this.installClient(id, options)));
    return changes.flat();
  }
  removeClient(
    id: string,
    options?: { dryRun?: boolean | undefined },
  ): Promise<ClientChangeView[]> {
    return this.#changeClient(id, 'not-installed', 'removed', options?.dryRun);
  }
  repairClient(
    id: string,
    options?: { dryRun?: boolean | undefined },
  ): Promise<ClientChangeView[]> {
    return this.#changeClient(id, 'installed', 'updated', options?.dryRun);
  }
  clientSnippet(): { text: string; language: 'json' } {
    return {
      text: '{ "mcpServers": { "toolmesh": { "command": "toolmesh" } } }',
      language: 'json',
    };
  }
  clientFile(id: string): Promise<string | undefined> {
    return Promise.resolve(this.state.clients.find((one) => one.id === id)?.files[0]?.file);
  }
  writeClientBundle(): Promise<string> {
    return Promise.resolve('/home/user/.local/share/toolmesh/clients/ToolMesh.mcpb');
  }
  onClientsChange(listener: () => void): () => void {
    return this.on('clients', listener);
  }

  tokens(): Promise<readonly TokenView[]> {
    return Promise.resolve(this.state.tokens);
  }
  createToken(name: string, client = name): Promise<string> {
    this.state.tokens = [
      ...this.state.tokens,
      { name, client, roles: [], createdAt: 1_795_000_000_000 },
    ];
    return Promise.resolve('tm_0000000000');
  }
  revokeToken(name: string): Promise<void> {
    this.state.tokens = this.state.tokens.filter((token) => token.name !== name);
    return Promise.resolve();
  }

  #changeClient(
    client: string,
    state: ClientView['state'],
    outcome: ClientChangeView['outcome'],
    isDryRun: boolean | undefined,
  ): Promise<ClientChangeView[]> {
    const known = this.state.clients.find(({ id }) => id === client);
    if (isDryRun !== true) {
      this.state.clients = this.state.clients.map((one) =>
        one.id === client ? { ...one, state } : one,
      );
      this.tell('clients', undefined);
    }
    const lines = `\n[mcp_servers.toolmesh]\ncommand = "/opt/ToolMesh/resources/node"\n`;
    const change = {
      line: 13,
      removed: outcome === 'removed' || outcome === 'replaced' ? lines : '',
      added: outcome === 'removed' ? '' : lines,
    };
    const file = known?.files[0]?.file ?? '';
    const next = { todo: 'reload', label: client, way: 'restart', command: '' } as const;
    return Promise.resolve([{ client, file, outcome, change, warnings: [], next }]);
  }
}
