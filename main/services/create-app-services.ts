import { editDisabled, editPromoted } from '../config/edit-files.ts';
import type { Paths } from '../config/paths.ts';
import type { Problem } from '../config/problem.ts';
import type { AppServices } from '../contract/app-services.ts';
import type { AuditView, GatewayView, RunningView } from '../contract/views.ts';
import type { AuditLog } from '../gateway/audit/audit-log.ts';
import type { AuditRecord, BegunCall } from '../gateway/audit/audit-record.ts';
import { coalesce, Emitter } from '../platform/emitter.ts';
import { copyExample, listExamples } from './example-units.ts';
import { expectToolOf } from './expect-tool-of.ts';
import type { GatewayParts } from './run-gateway.ts';
import { glueProblems, toBackendView, toUnitViews } from './to-unit-views.ts';
import { expectUnit, unitByName } from './unit-by-name.ts';
import { watchMissingKeys } from './watch-missing-keys.ts';

export interface ServicesWorld {
  readonly version: string;
  readonly startedAt: number;
  readonly paths: Paths;
  /** Folder of the units that ship with the app. */
  readonly shippedUnits: string;
  readonly audit: AuditLog;
  readonly parts: GatewayParts;
}

// The window redraws at most this often, whatever a burst of calls does.
const tellMs = 100;
// Of a script that makes thousands at once, the newest.
const mostRunning = 200;

/** What the window, the tray and the commands do with a running gateway. */
export function createAppServices(world: ServicesWorld): AppServices & { tellSessions(): void } {
  const { paths, shippedUnits, audit, parts } = world;
  const { config, registry, savings } = parts;
  const gatewayChanged = new Emitter<undefined>();
  const unitsChanged = new Emitter<undefined>();
  const recorded = new Emitter<readonly AuditView[]>();
  const runningChanged = new Emitter<undefined>();
  const recent: number[] = [];
  let fresh: AuditView[] = [];
  const tellGateway = coalesce(() => {
    gatewayChanged.emit(undefined);
  }, tellMs);
  const tellUnits = coalesce(() => {
    unitsChanged.emit(undefined);
  }, tellMs);
  const passRecords = (): void => {
    const rows = fresh;
    fresh = [];
    if (rows.length > 0) recorded.emit(rows);
  };
  const tellRecords = coalesce(passRecords, tellMs);
  const tellRunning = coalesce(() => {
    // First: a call that has ended becomes its record, and never goes in between.
    passRecords();
    runningChanged.emit(undefined);
  }, tellMs);
  parts.running.onChange(tellRunning);

  audit.onRecord((record) => {
    if (record.parentId === null) recent.push(record.ts);
    fresh.push(toAuditView(record));
    tellRecords();
    tellGateway();
  });
  config.onChange(() => {
    tellGateway();
    tellUnits();
  });
  registry.onChange(() => {
    tellGateway();
    tellUnits();
  });
  savings.onChange(tellUnits);
  parts.answerTimes.onChange(tellUnits);
  const missingKeys = watchMissingKeys(parts, tellGateway);

  return {
    gateway: () => ({ ...toGatewayView(world, recent), missingKeys: missingKeys() }),
    setPaused: (paused) => {
      parts.setPaused(paused);
      tellGateway();
    },
    units: () => toUnitViews(config.current, registry, savings.byTool()),
    examples: () => listExamples(shippedUnits, paths.unitsFolder),
    addExample: async (name) => {
      await copyExample(shippedUnits, paths.unitsFolder, name);
      await config.reload();
    },
    setUnitEnabled: async (unit, enabled) => {
      expectUnit(config.current, paths.unitsFolder, unit);
      await editDisabled(paths.settingsFile, unit, !enabled);
      await config.reload();
    },
    setPromoted: async (unit, tool, promoted) => {
      const definition = unitByName(config.current, paths.unitsFolder, unit);
      const running = registry.slots().find((slot) => slot.unit.name === unit)?.unit;
      const names = running?.tools().map(({ name }) => name) ?? [];
      expectToolOf(definition, tool, promoted, names);
      await editPromoted(definition.file, tool, promoted);
      await config.reload();
    },
    unitFolder: (name) =>
      [...config.current.units, ...config.current.brokenUnits].find((unit) => unit.name === name)
        ?.folder,
    recentAudit: async (limit) => (await audit.recent(limit)).map(toAuditView),
    runningCalls: () => parts.running.list().slice(-mostRunning).map(toRunningView),
    savings: () => ({ ...savings.total(), tools: [...savings.byTool()] }),
    onGatewayChange: (listener) => gatewayChanged.on(listener),
    onUnitsChange: (listener) => unitsChanged.on(listener),
    onAudit: (listener) => recorded.on(listener),
    onRunningChange: (listener) => runningChanged.on(listener),
    tellSessions: tellGateway,
  };
}

function toGatewayView(
  { version, startedAt, paths, parts }: ServicesWorld,
  recent: number[],
): GatewayView {
  const { config, registry, gateway, isPaused } = parts;
  const oldest = Date.now() - 60_000;
  recent.splice(
    0,
    recent.findIndex((ts) => ts >= oldest) === -1
      ? recent.length
      : recent.findIndex((ts) => ts >= oldest),
  );
  const problems = currentProblems(parts);
  const isDown = registry.backends().some((backend) => backend.state().kind === 'down');
  const subDown = registry
    .slots()
    .some((slot) => slot.unit.subBackends.some((backend) => backend.state().kind === 'down'));
  const needsAttention =
    problems.length > 0 || isDown || subDown || config.current.settings === undefined;
  return {
    state: isPaused() ? 'paused' : needsAttention ? 'attention' : 'running',
    version,
    startedAt,
    unitsFolder: paths.unitsFolder,
    clients: gateway
      .sessions()
      .map(({ caller, strategy }) => ({ client: caller.client, strategy })),
    problems: [...problems],
    backends: registry
      .backends()
      .filter(({ kind }) => kind !== 'unit')
      .map((backend) => toBackendView(backend, config.current.backends)),
    callsLastMinute: recent.length,
  };
}

/** Everything wrong with the configuration and the glue, the same list everywhere. */
export function currentProblems(parts: GatewayParts): readonly Problem[] {
  const { config, registry, gateway } = parts;
  const { fileProblems, unitProblems, units } = config.current;
  const glue = registry.slots().flatMap((slot) => {
    const definition = units.find((unit) => unit.name === slot.unit.name);
    return definition === undefined ? [] : glueProblems(definition, slot);
  });
  const warnings = gateway
    .warnings()
    .map((message): Problem => ({ subject: 'tools', message, severity: 'warning' }));
  return [
    ...fileProblems,
    ...[...unitProblems.values()].flat(),
    ...glue,
    ...warnings,
    ...parts.problems(),
  ];
}

function toRunningView({ user: _user, clientInfo: _info, ...view }: BegunCall): RunningView {
  return view;
}

function toAuditView(record: AuditRecord): AuditView {
  const {
    user: _user,
    clientInfo: _info,
    decidedBy: _by,
    metaRemoved: _meta,
    console: _console,
    modifications: _modifications,
    tokensOut: _tokensOut,
    subTokens: _subTokens,
    ...view
  } = record;
  return view;
}
