// A gateway on a busy evening: enough to see every part of the window at work.
import type { AuditView, SavingsView } from '../../main/contract/views.ts';
import type { FakeWindowState } from '../fakes/fake-window-services.ts';
import { busyBackends, busyClients } from './busy-setup.ts';
import {
  auditView,
  backendView,
  brokenUnitView,
  gatewayView,
  savingsView,
  subCallView,
  toolView,
  unitView,
} from './views.ts';

/** `now` is when the window looks at it; calls lie in the minutes before. */
export function busyGateway(now: number): Partial<FakeWindowState> {
  return {
    gateway: gatewayView({
      state: 'attention',
      startedAt: now - 532_800_000,
      clients: [
        { client: 'Claude Desktop', strategy: 'code' },
        { client: 'Cursor', strategy: 'code' },
      ],
    }),
    units: [
      unitView(),
      unitView({
        name: 'homelab',
        folder: '/home/user/.config/toolmesh/units/homelab',
        state: 'backend-down',
        line: 'alertmanager is down',
        tools: [
          toolView({
            name: 'overview',
            description: 'Nodes, alerts and open tasks in one answer',
            calls: 122,
            smaller: 0.94,
          }),
          toolView({
            name: 'restart_service',
            description: 'Restarts one service on one node',
            access: 'dangerous',
          }),
        ],
        backends: [
          backendView(),
          backendView({
            name: 'alertmanager',
            address: 'http://monitor:9093',
            state: 'down',
            detail: 'Connection refused at monitor:9093; next try in 24 s',
            tools: 0,
          }),
        ],
      }),
      brokenUnitView(),
      unitView({ name: 'firewall', state: 'off', line: 'off', tools: [], backends: [] }),
    ],
    examples: [{ name: 'weather', summary: 'Forecast and warnings for one place' }],
    audit: busyAudit(now),
    savings: busySavings(),
    clients: busyClients(now),
    backends: busyBackends(now),
    changes: [
      {
        backend: 'netdata_raw',
        tool: 'list_raised_alerts',
        kind: 'changed',
        held: false,
        before: {
          title: '',
          description: 'Currently raised alerts (WARNING and CRITICAL) for the given nodes.',
          inputSchema: '{}',
        },
        after: {
          title: '',
          description:
            'Currently raised alerts in state WARNING or CRITICAL, with the time of the last transition, for the given nodes.',
          inputSchema: '{}',
        },
      },
    ],
    days: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(now - (29 - index) * 86_400_000).toISOString().slice(0, 10),
      calls: 10 + ((index * 7) % 40),
      rawBytes: 200_000 + ((index * 137_000) % 1_300_000),
      returnedBytes: 12_000 + ((index * 9000) % 80_000),
      rawTokens: 70_000 + ((index * 47_000) % 400_000),
      returnedTokens: 4000 + ((index * 3000) % 30_000),
    })),
    about: {
      summary: 'Five questions about all nodes.',
      errors: [
        {
          ts: now - 9_000_000,
          tool: 'health_summary',
          message: 'nd did not answer within 30 s',
          file: 'health.js',
          line: 88,
        },
      ],
    },
    source: {
      file: '/home/user/.config/toolmesh/units/tasks/unit.yaml',
      firstLine: 5,
      lines: [
        'expose:',
        '  audit: compact',
        '  meta_signals: [tasks]',
        '  # promote what the AI needs every day',
        '  tool: [due_today, add_task]',
        'backends:',
        '  - name: vk',
        '    transport: rest',
        '    dadl: vikunja.dadl',
      ],
      line: 9,
      column: 3,
    },
  };
}

function busyAudit(now: number): AuditView[] {
  const rows: AuditView[] = [];
  const call = (secondsAgo: number, id: string, fields: Partial<AuditView>) => {
    const root = auditView({ id, traceId: `01J8ZK${id}`, ts: now - secondsAgo * 1000, ...fields });
    for (let index = 0; index < root.subCalls; index += 1) {
      rows.push(
        subCallView(root, {
          id: `${id}-${index}`,
          ts: root.ts + 2 + index * 5,
          tool: index === 0 ? 'get_metrics_details' : 'query_metrics',
          bytesOut: index === 0 ? 1600 : 10_600,
          durationMs: index === 0 ? 3.1 : 3.3,
        }),
      );
    }
    rows.push(root);
  };
  for (let minutesAgo = 58; minutesAgo > 9; minutesAgo -= 3) {
    for (let each = 0; each < (minutesAgo * 7) % 9; each += 1) {
      call(minutesAgo * 60 + each, `old${minutesAgo}x${each}`, {
        status: minutesAgo === 40 && each === 0 ? 'error' : 'success',
        client: each % 2 === 0 ? 'Claude Desktop' : 'Codex',
        tool: 'health_summary',
        exposedAs: 'netdata_health_summary',
        params: '{}',
        bytesOut: 905,
        subBytes: 9640,
      });
    }
  }
  call(500, 'denied', {
    client: 'VS Code',
    callerClass: 'untrusted',
    backend: 'firewall',
    tool: 'add_rule',
    exposedAs: 'firewall_add_rule',
    access: 'admin',
    params: '{"port":8080}',
    status: 'denied',
    errorCode: 'access-denied',
    durationMs: 2,
    bytesOut: 112,
    subCalls: 0,
    subBytes: 0,
  });
  call(313, 'failed', {
    client: 'Cursor',
    callerClass: 'standard',
    backend: 'homelab',
    tool: 'overview',
    exposedAs: 'homelab_overview',
    status: 'error',
    errorCode: 'backend-timeout',
    params: '{}',
    durationMs: 10_020,
    bytesOut: 210,
    subCalls: 1,
    subBytes: 0,
  });
  call(268, 'changed', {
    client: 'Cursor',
    callerClass: 'standard',
    tool: 'what_changed',
    exposedAs: 'netdata_what_changed',
    params: '{"after":"15 min"}',
    durationMs: 96,
    bytesOut: 1610,
    subBytes: 48_410,
  });
  call(60, 'discover', {
    kind: 'discover',
    backend: '',
    tool: 'discover_tools',
    exposedAs: 'discover_tools',
    access: '',
    params: '{"query":"cpu by node"}',
    durationMs: 1,
    bytesOut: 2100,
    subCalls: 0,
    subBytes: 0,
  });
  call(29, 'health', {
    tool: 'health_summary',
    exposedAs: 'netdata_health_summary',
    params: '{}',
    durationMs: 11,
    bytesOut: 905,
    subBytes: 9640,
  });
  call(23, 'metric', {});
  return rows;
}

function busySavings(): SavingsView {
  const tool = (name: string, calls: number, folded: number, raw: number, returned: number) => ({
    unit: name.startsWith('overview') ? 'homelab' : 'netdata',
    tool: name,
    calls,
    subCalls: calls * folded,
    rawBytes: calls * raw,
    returnedBytes: calls * returned,
    rawTokens: Math.round((calls * raw) / 2.72),
    returnedTokens: Math.round((calls * returned) / 2.65),
  });
  const tools = [
    tool('health_summary', 638, 3, 9640, 905),
    tool('metric', 412, 2, 12_228, 812),
    tool('overview', 122, 5, 17_300, 1080),
    tool('anomalies_now', 96, 2, 31_040, 1340),
    tool('what_changed', 71, 2, 48_410, 1610),
    tool('compare_nodes', 38, 3, 20_980, 640),
  ];
  const sum = (field: Exclude<keyof (typeof tools)[number], 'unit' | 'tool'>) =>
    tools.reduce((total, each) => total + each[field], 0);
  return savingsView({
    tools,
    calls: sum('calls'),
    subCalls: sum('subCalls'),
    rawBytes: sum('rawBytes'),
    returnedBytes: sum('returnedBytes'),
    rawTokens: sum('rawTokens'),
    returnedTokens: sum('returnedTokens'),
  });
}
