import { disabledUnits } from '../config/ask-config.ts';
import path from 'node:path';
import type { Backend } from '../backends/backend.ts';
import type { BackendRegistry } from '../backends/registry.ts';
import type { UnitSlot } from '../backends/unit/unit-slot.ts';
import type { EffectiveConfig } from '../config/config-store.ts';
import type { UnitDefinition } from '../config/load-unit.ts';
import type { Problem } from '../config/problem.ts';
import type { BackendView, ToolView, UnitView } from '../contract/views.ts';
import type { SavedByTool } from '../gateway/savings.ts';
import { backendHealth } from './backend-health.ts';
import { countOf } from '../platform/count-of.ts';

/** Every unit the user has: running, switched off and broken, in the order of their folders. */
export function toUnitViews(
  config: EffectiveConfig,
  registry: BackendRegistry,
  saved: readonly SavedByTool[],
): readonly UnitView[] {
  const disabled = disabledUnits(config);
  const good = config.units.map((unit) => {
    if (disabled.includes(unit.name)) return switchedOff(unit);
    const slot = registry.slots().find((candidate) => candidate.unit.name === unit.name);
    return slot === undefined ? loading(unit) : running(unit, slot, config, saved);
  });
  const broken = config.brokenUnits.map(({ name, folder, problems }): UnitView => ({
    name,
    folder,
    state: 'error',
    line: place(problems[0]),
    tools: [],
    backends: [],
    problems: [...problems],
  }));
  return [...good, ...broken].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** What is wrong with the glue of running units, as problems with their file. */
export function glueProblems(
  unit: UnitDefinition,
  slot: Pick<UnitSlot, 'problems'>,
): readonly Problem[] {
  return slot.problems().map(({ message, file, line, column }) => ({
    subject: `unit ${unit.name}`,
    file: file === undefined ? unit.file : path.join(unit.folder, file),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    message,
    severity: 'error',
  }));
}

function running(
  definition: UnitDefinition,
  slot: UnitSlot,
  config: EffectiveConfig,
  saved: readonly SavedByTool[],
): UnitView {
  const { unit } = slot;
  const problems = [
    ...(config.unitProblems.get(definition.folder) ?? []),
    ...glueProblems(definition, slot),
  ];
  const backends = unit.subBackends.map((backend) => toBackendView(backend, definition.backends));
  const down = backends.find((backend) => backend.state === 'down');
  const tools = unit.tools().map((tool) =>
    toToolView(
      tool,
      unit.promoted,
      saved.filter((one) => one.unit === unit.name),
    ),
  );
  const kind = unit.state().kind;
  const state =
    problems.length > 0
      ? 'error'
      : kind === 'connecting'
        ? 'loading'
        : down === undefined
          ? 'on'
          : 'backend-down';
  const line =
    state === 'error'
      ? place(problems[0])
      : state === 'backend-down'
        ? `${down?.name ?? ''} is down`
        : countOf(tools.length, 'tool');
  return { name: unit.name, folder: definition.folder, state, line, tools, backends, problems };
}

function toToolView(
  tool: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly access: string;
  },
  promoted: readonly string[],
  saved: readonly SavedByTool[],
): ToolView {
  const own = saved.find((one) => one.tool === tool.name);
  const smaller =
    own === undefined || own.rawBytes === 0
      ? undefined
      : Math.max(0, 1 - own.returnedBytes / own.rawBytes);
  return {
    name: tool.name,
    description: tool.description ?? '',
    access: tool.access,
    promoted: promoted.includes(tool.name),
    calls: own?.calls ?? 0,
    ...(smaller !== undefined && { smaller }),
  };
}

export function toBackendView(backend: Backend, entries: UnitDefinition['backends']): BackendView {
  return { ...backendHealth(backend, entries), tools: backend.tools().length };
}

function switchedOff(unit: UnitDefinition): UnitView {
  return {
    name: unit.name,
    folder: unit.folder,
    state: 'off',
    line: '',
    tools: [],
    backends: [],
    problems: [],
  };
}

function loading(unit: UnitDefinition): UnitView {
  return { ...switchedOff(unit), state: 'loading' };
}

/** `unit.yaml, line 9` */
function place(problem: Problem | undefined): string {
  if (problem?.file === undefined) return problem?.message ?? '';
  return problem.line === undefined
    ? path.basename(problem.file)
    : `${path.basename(problem.file)}, line ${problem.line}`;
}
