import { assignRoutes, isSameList, type AssignedRoutes, type Namespaces } from './assign-routes.ts';
import type { Action, Exposition, ListedTool } from './model.ts';
import { once } from './once.ts';
import { ToolReader } from './read-tools.ts';

interface Kept {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly tool: ListedTool;
}

/**
 * What compiling one exposition again can take over. It changes nothing but the time: an entry is used
 * only for the very same objects.
 */
export class SurfaceMemo {
  readonly reader: ToolReader;
  #exposition = '';
  #routes: AssignedRoutes | undefined;
  #listed: Kept[] = [];
  #last: readonly Kept[] = [];
  #lastByName: () => ReadonlyMap<string, Kept> = () => new Map();

  /** Expositions of the same tools may share what was read of them. */
  constructor(reader = new ToolReader()) {
    this.reader = reader;
  }

  /** Starts a compilation; what the last one made may be taken over, older things are forgotten. */
  begin({ namespaces, reserved, ...plain }: Exposition): void {
    const exposition = JSON.stringify([plain, [...namespaces], [...reserved]]);
    const isSame = exposition === this.#exposition;
    const last = isSame ? this.#listed : [];
    this.#exposition = exposition;
    if (!isSame) this.#routes = undefined;
    this.#last = last;
    this.#lastByName = once(() => new Map(last.map((kept) => [kept.name, kept])));
    this.#listed = [];
  }

  routes(
    actions: readonly Action[],
    namespaces: Namespaces,
    exposition: Exposition,
  ): AssignedRoutes {
    this.#routes = assignRoutes(actions, namespaces, exposition, this.#routes);
    return this.#routes;
  }

  /** The listed tool of these actions under this name, made only when something differs. */
  listed(name: string, actions: readonly Action[], make: () => ListedTool): ListedTool {
    // It mostly stands where it stood.
    const there = this.#last[this.#listed.length];
    const last = there?.name === name ? there : this.#lastByName().get(name);
    const isSame = last !== undefined && isSameList(last.actions, actions);
    const kept = isSame ? last : { name, actions, tool: make() };
    this.#listed.push(kept);
    return kept.tool;
  }
}
