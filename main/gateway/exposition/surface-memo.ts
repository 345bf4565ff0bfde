import type { Action, Exposition, ListedTool } from './model.ts';
import type { ReadMemo } from './to-actions.ts';

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
  readonly #json = new WeakMap<ListedTool, string>();
  #exposition = '';
  #last: ReadonlyMap<string, Kept> = new Map();
  #listed = new Map<string, Kept>();

  /** What was read of tools may be shared by expositions that treat references alike. */
  constructor(read: ReadMemo = new WeakMap()) {
    this.read = read;
  }

  /** Starts a compilation; what the last one listed may be taken over, older things are forgotten. */
  begin({ namespaces, reserved, ...plain }: Exposition): void {
    const exposition = JSON.stringify([plain, [...namespaces], [...reserved]]);
    this.#last = exposition === this.#exposition ? this.#listed : new Map();
    this.#exposition = exposition;
    this.#listed = new Map();
  }

  /** The listed tool of these actions under this name, made only when something differs. */
  listed(name: string, actions: readonly Action[], make: () => ListedTool): ListedTool {
    const last = this.#last.get(name);
    const kept =
      last !== undefined && isSame(last.actions, actions) ? last : { actions, tool: make() };
    this.#listed.set(name, kept);
    return kept.tool;
  }

  /** The tool as it is sent; undefined when it cannot be (nested too deep). */
  json(tool: ListedTool): string | undefined {
    const known = this.#json.get(tool);
    if (known !== undefined) return known;
    try {
      const text = JSON.stringify(tool);
      this.#json.set(tool, text);
      return text;
    } catch {
      return undefined;
    }
  }
}

function isSame(a: readonly Action[], b: readonly Action[]): boolean {
  return a.length === b.length && a.every((action, index) => action === b[index]);
}
