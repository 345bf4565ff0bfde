import type { Route } from '../route.ts';
import type { ClientExposition } from './client-exposition.ts';
import type { ClientSurface } from './client-surface.ts';
import { once } from './once.ts';
import { codeSurface } from './code-surface.ts';
import { compile, type Surface } from './compile.ts';
import type { CheckArguments } from './dispatch/explain-issues.ts';
import { declaredNamespaces } from './declared-namespaces.ts';
import { exposeTools, filterRegistry, type ExposedMemo } from './exposed-tools.ts';
import { Generations } from './generations.ts';
import type { Diagnostic } from './model.ts';
import { namedSurface, type NamedWorld } from './named-surface.ts';
import { parseExposition } from './parse-exposition.ts';
import { SurfaceMemo, type ReadMemo } from './surface-memo.ts';
import type { ToolRegistry } from './tool-registry.ts';

export interface SurfacesWorld {
  readonly registry: () => ToolRegistry;
  /** The tools of code mode over the given registry. */
  readonly builtIns: (registry: ToolRegistry) => readonly Route[];
  readonly check: CheckArguments;
}

// More different expositions than this are not in use at once; the oldest is compiled anew.
const mostMemos = 16;

/** Surfaces of all clients, compiled once for each exposition and version of the registry. */
export class ClientSurfaces {
  readonly #world: SurfacesWorld;
  readonly #exposed: ExposedMemo = new Generations();
  readonly #readWhole: ReadMemo = new Generations();
  readonly #readWithoutRefs: ReadMemo = new Generations();
  readonly #memos = new Map<string, SurfaceMemo>();
  #surfaces = new Map<string, ClientSurface>();

  constructor(world: SurfacesWorld) {
    this.#world = world;
  }

  /** The registry changed. */
  reset(): void {
    this.#surfaces = new Map();
    for (const memo of [this.#exposed, this.#readWhole, this.#readWithoutRefs]) memo.next();
  }

  of(exposition: ClientExposition): ClientSurface {
    const known = this.#surfaces.get(exposition.key);
    if (known !== undefined) return known;
    const made = this.#make(exposition);
    this.#surfaces.set(exposition.key, made);
    return made;
  }

  #make(exposition: ClientExposition): ClientSurface {
    const { key, strategy, filters, maxTools = Infinity } = exposition;
    const all = permittedOf(this.#world.registry(), exposition.permitted);
    const namespaces = declaredNamespaces(all, exposition.options.namespaces);
    const options = { ...exposition.options, namespaces };
    const registry = filterRegistry(all, options.namespaces, filters);
    const memo = this.#memo(exposition);
    // Names come from everything there is; the filter hides, it does not rename.
    const exposed = exposeTools(all, this.#exposed);
    const builtIns = once(() => this.#world.builtIns(registry));
    const world: NamedWorld = { registry, exposed, check: this.#world.check, builtIns };
    const compileAs = (named: 'flat' | 'grouped'): Surface =>
      compile(exposed.tools, { ...options, strategy: named }, filters, undefined, memo);
    const code = (): ClientSurface => {
      const parsed = parseExposition({ ...options, strategy: 'flat' });
      return codeSurface(key, parsed, { ...world, compiled: once(() => compileAs('flat')) });
    };
    if (strategy === 'code') return code();
    const wanted = compileAs(strategy);
    if (wanted.tools.length <= maxTools) return namedSurface(key, strategy, wanted, world);
    // The client would cut the list off, and nobody would know where.
    const note: Diagnostic = { code: 'TOO_MANY_TOOLS', tools: wanted.tools.length, most: maxTools };
    const grouped = strategy === 'flat' ? compileAs('grouped') : wanted;
    const instead =
      grouped.tools.length <= maxTools ? namedSurface(key, 'grouped', grouped, world) : code();
    return {
      ...instead,
      diagnostics: [...instead.diagnostics, { ...note, instead: instead.strategy }],
    };
  }

  #memo({ key, options }: ClientExposition): SurfaceMemo {
    const known = this.#memos.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#memos.keys();
    if (oldest !== undefined && this.#memos.size >= mostMemos) this.#memos.delete(oldest);
    const memo = new SurfaceMemo(
      options.keepRefs === false ? this.#readWithoutRefs : this.#readWhole,
    );
    this.#memos.set(key, memo);
    return memo;
  }
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
