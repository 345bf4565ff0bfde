// What the pages of the configuration show, as the gateway would send it.
import type { AccessView } from '../../main/contract/access-services.ts';
import type { ApprovalView } from '../../main/contract/approval-services.ts';
import type { BackendRowView, BackendTestView } from '../../main/contract/backend-services.ts';
import type { ClientView } from '../../main/contract/client-views.ts';
import type { CredentialsView } from '../../main/contract/credential-services.ts';
import type { SettingsView } from '../../main/contract/settings-services.ts';
import type { TokenEconomyView } from '../../main/contract/token-economy.ts';
import type { ToolDetailView, TryResultView } from '../../main/contract/tool-views.ts';

export function toolDetailView(fields: Partial<ToolDetailView> = {}): ToolDetailView {
  return {
    name: 'netdata_metric',
    description: 'One metric of all or some nodes in a time window, grouped as asked.',
    access: 'read',
    schema: {
      type: 'object',
      properties: {
        context: { type: 'string', description: 'for example system.cpu' },
        group_by: { type: 'string', enum: ['node', 'dimension', 'instance'], default: 'node' },
        after: { type: 'string', default: '-15m' },
        nodes: { type: 'array', items: { type: 'string' }, description: 'default all' },
        limit: { type: 'integer', minimum: 1, default: 20 },
      },
      required: ['context'],
      additionalProperties: false,
    },
    gate: null,
    visibleTo: [
      { client: 'Claude Desktop', callerClass: 'trusted', isListed: true, decision: 'allow' },
      { client: '', callerClass: 'standard', isListed: true, decision: 'allow' },
      { client: '', callerClass: 'untrusted', isListed: true, decision: 'deny' },
    ],
    ...fields,
  };
}

export function tryResultView(fields: Partial<TryResultView> = {}): TryResultView {
  return {
    outcome: 'answered',
    text: '{"context":"system.cpu","units":"percentage","grouped_by":["node"],"groups":[{"name":"prod-parent","avg":71.96,"max":94.96},{"name":"web-01","avg":71.96,"max":94.91}]}',
    isCut: false,
    code: null,
    bytes: 812,
    rawBytes: 12_228,
    tokens: 306,
    rawTokens: 4490,
    durationMs: 14,
    subCalls: [
      {
        name: 'nd.get_metrics_details',
        status: 'success',
        bytes: 1600,
        durationMs: 3.1,
        text: '{"contexts":{"system.cpu":{"title":"Total CPU utilization","family":"cpu","units":"percentage","first_entry":1795984',
      },
      {
        name: 'nd.query_metrics',
        status: 'success',
        bytes: 10_628,
        durationMs: 3.3,
        text: `{"api":3,"summary":{"nodes":[${'{"mg":"80861587-ce15-562c-8f11-710554edd878","nm":"prod-parent"},'.repeat(20)}`,
      },
    ],
    ...fields,
  };
}

export function settingsView(fields: Partial<SettingsView> = {}): SettingsView {
  return {
    theme: 'system',
    language: 'system',
    logLevel: 'info',
    strategy: 'code',
    clients: [
      { client: 'claude-desktop', strategy: null },
      { client: 'cursor', strategy: 'flat' },
    ],
    quarantine: 'warn',
    http: { enabled: false, host: '127.0.0.1', port: 8123, url: null },
    retentionDays: 90,
    maxMb: 500,
    configFolder: '/home/user/.config/toolmesh',
    dataFolder: '/home/user/.local/share/toolmesh',
    problem: null,
    ...fields,
  };
}

export function credentialsView(fields: Partial<CredentialsView> = {}): CredentialsView {
  return {
    keychain: { isReady: true, message: '' },
    list: [
      {
        name: 'GITHUB_TOKEN',
        source: 'keychain',
        isOptional: false,
        usedBy: ['github'],
        uses: 412,
        lastUsedAt: Date.UTC(2026, 10, 29, 20, 12),
      },
      { name: 'NETDATA_API_KEY', source: 'missing', isOptional: true, usedBy: ['netdata / nd'] },
      { name: 'VIKUNJA_TOKEN', source: 'environment', isOptional: false, usedBy: ['tasks / vk'] },
      { name: 'OPNSENSE_KEY', source: 'missing', isOptional: false, usedBy: ['firewall / fw'] },
    ],
    ...fields,
  };
}

export function backendRowView(fields: Partial<BackendRowView> = {}): BackendRowView {
  return {
    name: 'files',
    unit: null,
    transport: 'stdio',
    address: '/usr/bin/mcp-files /srv/documents',
    state: 'healthy',
    detail: 'mcp-files 1.2.0',
    since: null,
    tools: [
      { name: 'read_file', access: 'read' },
      { name: 'write_file', access: 'write' },
    ],
    answersInMs: null,
    ...fields,
  };
}

export function backendTestView(fields: Partial<BackendTestView> = {}): BackendTestView {
  return {
    isOk: true,
    asksForLogin: false,
    version: 'Netdata v2.11.0',
    tools: ['list_nodes', 'query_metrics', 'list_raised_alerts'],
    latencyMs: 3,
    nodes: ['prod-parent', 'web-01', 'web-02', 'db-01', 'cache-01'],
    problem: '',
    ...fields,
  };
}

const standard = {
  read: 'allow',
  write: 'allow',
  admin: 'ask',
  dangerous: 'ask',
  unclassified: 'allow',
  '*': 'ask',
} as const;

export function accessView(fields: Partial<AccessView> = {}): AccessView {
  return {
    classes: [
      {
        name: 'trusted',
        clients: ['claude-desktop', 'codex'],
        decisions: { ...standard, admin: 'allow' },
      },
      { name: 'standard', clients: [], decisions: standard },
      {
        name: 'untrusted',
        clients: [],
        decisions: {
          read: 'allow',
          write: 'deny',
          admin: 'deny',
          dangerous: 'deny',
          unclassified: 'deny',
          '*': 'deny',
        },
      },
    ],
    overrides: [
      {
        tool: 'firewall_add_rule',
        unit: null,
        callerClass: null,
        access: null,
        decision: 'deny',
      },
    ],
    askSeconds: 60,
    policies: [
      {
        name: 'no-dangerous.js',
        summary: 'Denies dangerous calls of callers that are not trusted',
        isOn: true,
        isShipped: true,
        problem: null,
        today: { denied: 1, changed: 0 },
      },
      {
        name: 'own.js',
        summary: '',
        isOn: true,
        isShipped: false,
        problem: 'line 3: "fetch" is not there',
        today: { denied: 0, changed: 12 },
      },
      {
        name: 'read-only.js',
        summary: 'Denies every call that is not read',
        isOn: false,
        isShipped: true,
        problem: null,
        today: { denied: 0, changed: 0 },
      },
    ],
    openFga: { mode: 'bypass', address: '', problem: null },
    ...fields,
  };
}

export function approvalView(fields: Partial<ApprovalView> = {}): ApprovalView {
  const askedAt = Date.now();
  return {
    id: 'ask-1',
    tool: 'netdata_processes',
    access: 'dangerous',
    description: 'Lists the top processes of a node with their command lines.',
    client: 'Claude Desktop',
    callerClass: 'trusted',
    user: 'alice',
    args: '{\n  "node": "db-01",\n  "sort": "memory",\n  "limit": 20\n}',
    askedAt,
    expiresAt: askedAt + 60_000,
    ...fields,
  };
}

export function clientView(fields: Partial<ClientView> = {}): ClientView {
  const id = fields.id ?? 'claude-desktop';
  return {
    id,
    label: 'Claude Desktop',
    isDetected: true,
    state: 'connected',
    files: [
      {
        file: `/home/user/.config/${id}/config.json`,
        kind: 'user',
        exists: true,
        state: fields.state ?? 'connected',
      },
    ],
    routes: { bundle: false },
    confirmed: '2026-11-20',
    ...fields,
  };
}

/** Netdata behind its unit, as a client that has no settings of its own sees it. */
export function economyView(fields: Partial<TokenEconomyView> = {}): TokenEconomyView {
  return {
    client: '',
    current: 'code',
    forms: [
      { form: 'code', servedAs: null, tools: 7, bytes: 5240, tokens: 1310 },
      { form: 'flat', servedAs: null, tools: 12, bytes: 9870, tokens: 2470 },
      { form: 'grouped', servedAs: null, tools: 3, bytes: 8110, tokens: 2020 },
      { form: 'grouped, compact', servedAs: null, tools: 3, bytes: 6040, tokens: 1530 },
    ],
    hidden: { tools: 68, bytes: 47_360, tokens: 11_840 },
    recommended: 'code',
    comparedWith: 'grouped, compact',
    savedPercent: 14,
    ...fields,
  };
}
