import type { Route } from '../route.ts';
import type { ClientExposition, ConnectionView } from './client-exposition.ts';
import type { ClientSurface } from './client-surface.ts';
import { once } from './once.ts';
import { codeSurface } from './code-surface.ts';
import { compile, type Surface } from './compile.ts';
import { isOpenIn, stateOf, type UnitStates } from './connection-states.ts';
import type { CheckArguments } from './dispatch/explain-issues.ts';
import { declaredNamespaces } from './declared-namespaces.ts';
import {
  exposeTools,
  filterRegistry,
  type ExposedMemo,
  type ExposedTools,
} from './exposed-tools.ts';
import { KeptMap } from './kept-map.ts';
import type { Diagnostic, ExposedTool } from './model.ts';
import { namedSurface, type NamedWorld } from './named-surface.ts';
import { parseExposition } from './parse-exposition.ts';
import { filterDiagnostics } from './parse-filter.ts';
import { SurfaceMemo } from './surface-memo.ts';
import { ToolReader } from './read-tools.ts';
import type { ToolEntry, ToolRegistry } from './tool-registry.ts';
import { putNewest } from '../../platform/put-newest.ts';

export interface SurfacesWorld {
  readonly registry: () => ToolRegistry;
  /** The tools of code mode over what is visible, and over what of it is open. */
  readonly builtIns: (registry: ToolRegistry, open: readonly ToolEntry[]) => readonly Route[];
  readonly check: CheckArguments;
}

// More different expositions than this are not in use at once; the oldest is compiled anew.
const mostMemos = 16;
// Connections in states and with grants of their own see lists of their own.
const mostSurfaces = 64;

const inFirstState: UnitStates = new Map();

/** Surfaces of all clients, compiled once for each exposition and version of the registry. */
export class ClientSurfaces {
  readonly #world: SurfacesWorld;
  readonly #exposed: ExposedMemo = new KeptMap();
  readonly #reader = new ToolReader();
  readonly #memos = new Map<string, SurfaceMemo>();
  #surfaces = new Map<string, ClientSurface>();
  #all: ExposedTools | undefined;

  constructor(world: SurfacesWorld) {
    this.#world = world;
  }

  /** The registry changed. */
  reset(): void {
    this.#surfaces = new Map();
    this.#all = undefined;
  }

  of(exposition: ClientExposition, view: ConnectionView = {}): ClientSurface {
    const { permitted, states = inFirstState } = view;
    const form = permitted && JSON.stringify([exposition.key, [...permitted].sort()]);
    const known = form ?? exposition.key;
    const key = states.size === 0 ? known : JSON.stringify([known, [...states].sort()]);
    return keep(this.#surfaces, key, mostSurfaces, () =>
      this.#make({ ...exposition, key: known }, permitted, states),
    );
  }

  #make(
    exposition: ClientExposition,
    permitted: ConnectionView['permitted'],
    states: UnitStates,
  ): ClientSurface {
    const { key, strategy, filters, maxTools = Infinity } = exposition;
    const all = permittedOf(this.#world.registry(), permitted);
    const namespaces = declaredNamespaces(all, exposition.options.namespaces);
    const options = { ...exposition.options, namespaces };
    const registry = filterRegistry(all, options.namespaces, filters);
    const open = openEntries(registry.entries, states);
    const memo = this.#memo(key, permitted === undefined);
    // Names come from everything there is; the filter hides, it does not rename.
    const exposed = permittedTools(this.#exposeAll(), permitted);
    const builtIns = once(() => this.#world.builtIns(registry, open));
    const world: NamedWorld = { registry, open, exposed, check: this.#world.check, builtIns };
    const state = (tool: ExposedTool): string => {
      const backend = exposed.entryOf(tool)?.backend;
      return backend === undefined ? '' : stateOf(backend, states);
    };
    const compileAs = (named: 'flat' | 'grouped'): Surface =>
      compile(exposed.tools, { ...options, strategy: named }, filters, state, memo);
    const code = (): ClientSurface => {
      const parsed = parseExposition({ ...options, strategy: 'flat' });
      const compiled = once(() => compileAs('flat'));
      const surface = codeSurface(key, parsed, { ...world, compiled, maxTools });
      return { ...surface, diagnostics: [...filterDiagnostics(filters), ...surface.diagnostics] };
    };
    if (strategy === 'code') return code();
    const wanted = compileAs(strategy);
    const takes = (surface: Surface): boolean =>
      maxTools === Infinity || sizeOf(surface) <= maxTools;
    if (takes(wanted)) return namedSurface(key, strategy, wanted, world);
    // The client would cut the list off, and nobody would know where.
    const note: Diagnostic = { code: 'TOO_MANY_TOOLS', tools: sizeOf(wanted), most: maxTools };
    const grouped = strategy === 'flat' ? compileAs('grouped') : wanted;
    const instead = takes(grouped) ? namedSurface(key, 'grouped', grouped, world) : code();
    return {
      ...instead,
      diagnostics: [...instead.diagnostics, { ...note, instead: instead.strategy }],
    };
  }

  /** All tools there are, as an exposition sees them. */
  #exposeAll(): ExposedTools {
    return (this.#all ??= exposeTools(this.#world.registry(), this.#exposed));
  }

  #memo(key: string, isWhole: boolean): SurfaceMemo {
    const make = (): SurfaceMemo => new SurfaceMemo(isWhole ? this.#reader : undefined);
    return keep(this.#memos, key, mostMemos, make);
  }
}

/** Tools of the list when all of them are open: the form must not flip with a state. */
function sizeOf({ routes, isVisible }: Surface): number {
  return [...routes.values()].filter(({ actions }) => actions.some(isVisible)).length;
}

/** The value of the key, made when there is none; of too many the oldest is forgotten. */
function keep<V>(map: Map<string, V>, key: string, most: number, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  putNewest(map, key, made, most);
  return made;
}

function openEntries(entries: readonly ToolEntry[], states: UnitStates): readonly ToolEntry[] {
  const isOpen = ({ tool, backend }: ToolEntry): boolean =>
    isOpenIn(tool, stateOf(backend, states));
  return entries.some(({ tool }) => tool.states !== undefined) ? entries.filter(isOpen) : entries;
}

/** For a user without a grant a tool does not exist. */
function permittedOf(
  registry: ToolRegistry,
  permitted: ReadonlySet<string> | undefined,
): ToolRegistry {
  if (permitted === undefined) return registry;
  const entries = registry.entries.filter((entry) => permitted.has(entry.canonicalName));
  const byCanonicalName = new Map(entries.map((entry) => [entry.canonicalName, entry]));
  return { ...registry, entries, byCanonicalName };
}

function permittedTools(
  exposed: ExposedTools,
  permitted: ReadonlySet<string> | undefined,
): ExposedTools {
  if (permitted === undefined) return exposed;
  const isPermitted = (tool: ExposedTool): boolean =>
    permitted.has(exposed.entryOf(tool)?.canonicalName ?? '');
  return { ...exposed, tools: exposed.tools.filter(isPermitted) };
}
