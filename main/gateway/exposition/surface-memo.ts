import { Generations } from './generations.ts';
import type { Action, ExposedTool, Exposition, ListedTool, ReadTool } from './model.ts';
import type { AssignedNames, Nameable } from './wire-names.ts';

/** What was read of each tool. Objects of tools are never changed in place. */
export type ReadMemo = Generations<ExposedTool, ReadTool>;

interface Kept {
  readonly actions: readonly Action[];
  readonly tool: ListedTool;
}

/**
 * What compiling one exposition again can take over. It changes nothing but the time: an entry is used
 * only for the very same objects.
 */
export class SurfaceMemo {
  readonly read: ReadMemo;
  readonly #ownsRead: boolean;
  #exposition = '';
  #last: ReadonlyMap<string, Kept> = new Map();
  #listed = new Map<string, Kept>();
  #items: readonly Nameable[] = [];
  #names: AssignedNames | undefined;

  /** What was read of tools may be shared by expositions that treat references alike. */
  constructor(read?: ReadMemo) {
    this.read = read ?? new Generations();
    this.#ownsRead = read === undefined;
  }

  /** Starts a compilation; what the last one listed may be taken over, older things are forgotten. */
  begin({ namespaces, reserved, ...plain }: Exposition): void {
    const exposition = JSON.stringify([plain, [...namespaces], [...reserved]]);
    const isSame = exposition === this.#exposition;
    if (!isSame) this.#names = undefined;
    this.#last = isSame ? this.#listed : new Map();
    this.#exposition = exposition;
    this.#listed = new Map();
    if (this.#ownsRead) this.read.next();
  }

  names(items: readonly Nameable[], assign: () => AssignedNames): AssignedNames {
    const isSame =
      this.#items.length === items.length &&
      items.every(({ id, raw }, at) => {
        const last = this.#items[at];
        return last?.id === id && last.raw === raw;
      });
    this.#names = (isSame ? this.#names : undefined) ?? assign();
    this.#items = items;
    return this.#names;
  }

  /** The listed tool of these actions under this name, made only when something differs. */
  listed(name: string, actions: readonly Action[], make: () => ListedTool): ListedTool {
    const last = this.#last.get(name);
    const kept =
      last !== undefined && isSame(last.actions, actions) ? last : { actions, tool: make() };
    this.#listed.set(name, kept);
    return kept.tool;
  }
}

function isSame(a: readonly Action[], b: readonly Action[]): boolean {
  return a.length === b.length && a.every((action, index) => action === b[index]);
}
