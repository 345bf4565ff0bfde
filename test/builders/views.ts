// Views as the gateway would send them, with numbers that belong together.
import type {
  AuditView,
  BackendView,
  GatewayView,
  RunningView,
  SavingsView,
  ToolView,
  UnitView,
} from '../../main/contract/views.ts';

export const nine14pm = Date.UTC(2026, 10, 29, 20, 14, 8);

export function toolView(fields: Partial<ToolView> = {}): ToolView {
  return {
    name: 'metric',
    description: 'One metric by node, dimension or label',
    access: 'read',
    promoted: false,
    calls: 0,
    ...fields,
  };
}

export function backendView(fields: Partial<BackendView> = {}): BackendView {
  return {
    name: 'nd',
    transport: 'http',
    address: 'prod-parent:19999',
    state: 'healthy',
    detail: 'v2.11.0',
    tools: 13,
    ...fields,
  };
}

export function unitView(fields: Partial<UnitView> = {}): UnitView {
  return {
    name: 'netdata',
    folder: '/home/user/.config/toolmesh/units/netdata',
    state: 'on',
    line: '5 tools',
    tools: [
      toolView({ calls: 412, smaller: 0.93 }),
      toolView({
        name: 'health_summary',
        description: 'Nodes online, alerts by severity and age',
        promoted: true,
        calls: 638,
        smaller: 0.91,
      }),
      toolView({
        name: 'anomalies_now',
        description: 'Ranked anomaly rates, near-duplicates folded',
        calls: 96,
        smaller: 0.96,
      }),
      toolView({
        name: 'what_changed',
        description: 'Ranked shifts against the window before',
        calls: 71,
        smaller: 0.97,
      }),
      toolView({ name: 'compare_nodes', description: 'Two nodes, or one node then and now' }),
    ],
    backends: [backendView()],
    problems: [],
    ...fields,
  };
}

export function brokenUnitView(fields: Partial<UnitView> = {}): UnitView {
  return unitView({
    name: 'tasks',
    folder: '/home/user/.config/toolmesh/units/tasks',
    state: 'error',
    line: 'unit.yaml, line 9',
    tools: [
      toolView({
        name: 'due_today',
        description: 'Open tasks due today, by project',
        promoted: true,
      }),
      toolView({ name: 'add_task', description: 'Adds one task to a project', access: 'write' }),
    ],
    backends: [
      backendView({ name: 'vk', transport: 'rest', address: 'vikunja.home.arpa', tools: 4 }),
    ],
    problems: [
      {
        subject: 'unit tasks',
        file: '/home/user/.config/toolmesh/units/tasks/unit.yaml',
        line: 9,
        column: 3,
        message:
          'unknown key "tool", expected one of meta_signals, audit, tools; nearest is "tools"',
        severity: 'error',
      },
    ],
    ...fields,
  });
}

export function auditView(fields: Partial<AuditView> = {}): AuditView {
  return {
    id: '01J8ZK4Q9T3V7C',
    traceId: '01J8ZK4Q9T3V7C',
    parentId: null,
    ts: nine14pm,
    durationMs: 14,
    client: 'Claude Desktop',
    callerClass: 'trusted',
    kind: 'tool',
    backend: 'netdata',
    tool: 'metric',
    exposedAs: 'netdata_metric',
    access: 'read',
    status: 'success',
    errorCode: null,
    params: '{"context":"system.cpu","group_by":"node","after":"-15m"}',
    bytesIn: 58,
    bytesOut: 812,
    subCalls: 2,
    subBytes: 12_228,
    ...fields,
  };
}

export function runningView(fields: Partial<RunningView> = {}): RunningView {
  const { id, traceId, parentId, ts, client, callerClass } = auditView();
  const { kind, backend, tool, exposedAs, access, params } = auditView();
  const who = { id, traceId, parentId, ts, client, callerClass };
  return { ...who, kind, backend, tool, exposedAs, access, params, ...fields };
}

/** A sub-call as the journal writes it: before its parent. */
export function subCallView(parent: AuditView, fields: Partial<AuditView> = {}): AuditView {
  return auditView({
    id: `${parent.id}-1`,
    traceId: parent.traceId,
    parentId: parent.id,
    kind: 'api',
    client: parent.client,
    backend: 'nd',
    tool: 'query_metrics',
    exposedAs: '',
    access: '',
    durationMs: 3.3,
    bytesOut: 10_600,
    subCalls: 0,
    subBytes: 0,
    ...fields,
  });
}

export function savingsView(fields: Partial<SavingsView> = {}): SavingsView {
  return {
    calls: 46,
    subCalls: 121,
    rawBytes: 721_000,
    returnedBytes: 46_100,
    rawTokens: 265_074,
    returnedTokens: 17_310,
    ...fields,
  };
}

export function gatewayView(fields: Partial<GatewayView> = {}): GatewayView {
  return {
    state: 'running',
    version: '0.1.0',
    unitsFolder: '/home/user/.config/toolmesh/units',
    clients: [{ client: 'Claude Desktop', strategy: 'code' }],
    problems: [],
    callsLastMinute: 6,
    ...fields,
  };
}
