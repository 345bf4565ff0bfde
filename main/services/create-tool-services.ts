import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Backend, ToolDescriptor } from '../backends/backend.ts';
import { windowClient } from '../contract/choices.ts';
import type { ToolServices, TryRequest } from '../contract/tool-services.ts';
import type { SourceView, ToolDetailView, TryProgressView } from '../contract/tool-views.ts';
import type { ProblemView, UnitView } from '../contract/views.ts';
import { classifyCaller } from '../gateway/access/classify-caller.ts';
import { decideAccess } from '../gateway/access/decide-access.ts';
import {
  ConnectionStates,
  isOpenIn,
  stateOf,
  type UnitStates,
} from '../gateway/exposition/connection-states.ts';
import type { ToolEntry } from '../gateway/exposition/tool-registry.ts';
import { coalesce, Emitter } from '../platform/emitter.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { readmeSummary } from './readme-summary.ts';
import type { GatewayParts } from './run-gateway.ts';
import { runTry } from './run-try.ts';

export interface ToolServicesWorld {
  readonly parts: Pick<
    GatewayParts,
    'config' | 'gateway' | 'registry' | 'governance' | 'lastErrors'
  >;
  readonly countTokens: (text: string) => Promise<number | undefined>;
  /** OS user in front of the window. */
  readonly user: string;
  readonly version: string;
  readonly units: () => readonly UnitView[];
}

const contextLines = 4;
const progressMs = 100;

export function createToolServices(world: ToolServicesWorld): ToolServices {
  const { parts } = world;
  const running = new Map<string, AbortController>();
  const progress = new Emitter<TryProgressView>();
  // The window is one more client: its own way through a unit's states, for as long as the gateway runs.
  const states = new ConnectionStates(() => undefined);

  const tryTool = async (request: TryRequest) => {
    if (running.has(request.run))
      throw new GatewayError('invalid-arguments', `A run "${request.run}" goes on already`);
    const abort = new AbortController();
    running.set(request.run, abort);
    let calls = 0;
    const caller = {
      user: world.user,
      client: windowClient,
      clientInfo: `ToolMesh ${world.version}`,
      callerClass: classifyCaller(windowClient, parts.config.current.callerClasses),
    };
    const tell = coalesce(() => {
      if (!running.has(request.run)) return;
      const isWaiting = parts.governance.desk.pending().some((one) => one.caller === caller);
      progress.emit({ run: request.run, calls, isWaiting });
    }, progressMs);
    const stop = parts.governance.desk.onChange(tell);
    try {
      const { canonicalName: name } = entryOf(parts, request.unit, request.tool);
      return await runTry({
        call: (watch) =>
          parts.gateway.callDirectly({
            caller,
            states,
            name,
            args: request.args,
            signal: abort.signal,
            watch,
          }),
        onCall: () => {
          calls += 1;
          tell();
        },
        countTokens: world.countTokens,
        signal: abort.signal,
      });
    } finally {
      stop();
      running.delete(request.run);
    }
  };

  return {
    toolDetail: (unit, tool) => detailOf(parts, entryOf(parts, unit, tool), states.all),
    tryTool,
    cancelTry: (run) => {
      running.get(run)?.abort();
    },
    startOver: (unit) => {
      states.reset(unit);
    },
    onTryProgress: (listener) => progress.on(listener),
    unitAbout: async (name) => ({
      summary: await readmeSummary(unitNamed(world, name).folder),
      errors: parts.lastErrors
        .of(name)
        .map((error) => ({ ...error, file: error.file ?? null, line: error.line ?? null })),
    }),
    reloadUnits: () => parts.config.reload(),
    problemSource: (unit, index) => sourceOf(unitNamed(world, unit).problems[index]),
    unitFile: (name, place) => fileOf(unitNamed(world, name), place),
  };
}

function entryOf(
  { gateway }: Pick<GatewayParts, 'gateway'>,
  unit: string,
  tool: string,
): ToolEntry {
  const entry = gateway
    .registry()
    .entries.find((known) => known.backend.name === unit && known.tool.name === tool);
  if (entry !== undefined) return entry;
  throw new GatewayError('unknown-tool', `Unit "${unit}" has no tool "${tool}" now; reload it`);
}

function detailOf(
  { config, gateway }: Pick<GatewayParts, 'config' | 'gateway'>,
  { backend, tool, canonicalName, promotedAs }: ToolEntry,
  states: UnitStates,
): ToolDetailView {
  const rules = config.current.settings?.access;
  const lineFor = (client: string, callerClass: 'trusted' | 'standard' | 'untrusted') => ({
    client,
    callerClass,
    isListed: promotedAs !== undefined,
    decision:
      rules === undefined
        ? ('deny' as const)
        : decideAccess(
            { callerClass, backend: backend.name, canonicalName, access: tool.access },
            rules,
          ).decision,
  });
  const connected = new Map(
    gateway.sessions().map(({ caller }) => [`${caller.client}\n${caller.callerClass}`, caller]),
  );
  return {
    name: canonicalName,
    description: tool.description ?? '',
    access: tool.access,
    schema: tool.inputSchema,
    gate: gateOf(backend, tool, states),
    visibleTo: [
      ...[...connected.values()].map(({ client, callerClass }) => lineFor(client, callerClass)),
      ...(['trusted', 'standard', 'untrusted'] as const).map((each) => lineFor('', each)),
    ],
  };
}

function gateOf(
  backend: Backend,
  tool: ToolDescriptor,
  states: UnitStates,
): ToolDetailView['gate'] {
  const all = backend.tools();
  if (!all.some((each) => each.states !== undefined)) return null;
  const { states: opensIn = [] } = tool;
  const state = stateOf(backend, states);
  return {
    state,
    isOpen: isOpenIn(tool, state),
    opensIn,
    openedBy: all.flatMap(({ name, transition = '' }) =>
      opensIn.includes(transition) ? name : [],
    ),
    isAtStart: state === stateOf(backend, new Map()),
  };
}

function unitNamed({ units }: ToolServicesWorld, name: string): UnitView {
  const unit = units().find((known) => known.name === name);
  if (unit !== undefined) return unit;
  throw new GatewayError('config-invalid', `There is no unit "${name}"; reload the list`);
}

function fileOf(
  unit: UnitView,
  place?: { readonly problem: number } | { readonly glue: string },
): string {
  if (place === undefined) return path.join(unit.folder, 'unit.yaml');
  if ('problem' in place) {
    return unit.problems[place.problem]?.file ?? path.join(unit.folder, 'unit.yaml');
  }
  const file = path.resolve(unit.folder, place.glue);
  const inside = path.relative(unit.folder, file);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside))
    throw new GatewayError('invalid-arguments', `"${place.glue}" is no file of "${unit.name}"`);
  return file;
}

async function sourceOf(problem: ProblemView | undefined): Promise<SourceView | undefined> {
  if (problem?.file === undefined || problem.line === undefined) return undefined;
  const text = await readFile(problem.file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, problem.line - contextLines);
  return {
    file: problem.file,
    firstLine: first,
    // A minified line would be as long as the file.
    lines: lines.slice(first - 1, problem.line + contextLines).map((line) => line.slice(0, 400)),
    line: problem.line,
    column: problem.column ?? null,
  };
}
