import { nearestHint } from '../../platform/nearest-names.ts';
import type { Backend, ToolDescriptor } from '../../backends/backend.ts';
import { KeptMap } from './kept-map.ts';
import { isBuiltInName, isReservedName, toPublicName, withHash } from './public-names.ts';

/** One callable tool. Its names are stored, never derived from each other by cutting strings. */
export interface ToolEntry {
  readonly backend: Backend;
  readonly tool: ToolDescriptor;
  /** `<backend>_<tool>`: identity in routing, access, audit and code mode; fits every client. */
  readonly canonicalName: string;
  /** Name at the top level; absent when the tool is not promoted. */
  readonly promotedAs?: string | undefined;
}

export interface ToolRegistry {
  readonly entries: readonly ToolEntry[];
  readonly byCanonicalName: ReadonlyMap<string, ToolEntry>;
  /** Clashes and promotions that name no tool, each a sentence. */
  readonly warnings: readonly string[];
}

/**
 * All tools of all backends under unique names. Of two that want one name, the longer backend name
 * keeps it, so `netdata_raw` owns `netdata_raw_query` whatever tools the unit `netdata` has; the other
 * gets a hash. The result does not depend on the order in which backends connected.
 */
export function buildRegistry(backends: readonly Backend[]): ToolRegistry {
  return new RegistryBuilder().build(backends);
}

/** Builds the registry again after a change, with the very same entries for what did not change. */
export class RegistryBuilder {
  #drafts: ReadonlyMap<Backend, KeptMap<ToolDescriptor, ToolEntry>> = new Map();
  #last: ReadonlyMap<string, ToolEntry> = new Map();

  build(backends: readonly Backend[]): ToolRegistry {
    const warnings: string[] = [];
    const names = new Map<string, ToolEntry>();
    const byBackend = new Map<Backend, readonly ToolEntry[]>();
    for (const [backend, drafts] of this.#draft(backends))
      byBackend.set(
        backend,
        drafts.map((draft) => this.#name(draft, names, warnings)),
      );
    this.#promote(byBackend, names, warnings);
    const entries = backends.flatMap((backend) =>
      (byBackend.get(backend) ?? []).map((entry) => names.get(entry.canonicalName) ?? entry),
    );
    this.#last = names;
    for (const backend of backends) warnings.push(...missingPromotions(backend));
    return { entries, byCanonicalName: names, warnings };
  }

  /** Every backend's tools under the names they want; those that have the first choice come first. */
  #draft(backends: readonly Backend[]): readonly (readonly [Backend, readonly ToolEntry[]])[] {
    const byLength = [...backends].sort(
      (a, b) => b.name.length - a.name.length || compare(a.name, b.name),
    );
    const kept = this.#drafts;
    this.#drafts = new Map(byLength.map((each) => [each, kept.get(each) ?? new KeptMap()]));
    return [...this.#drafts].map(([backend, drafts]) => [
      backend,
      drafts.map(backend.tools(), (tool) => ({
        backend,
        tool,
        canonicalName: toPublicName(`${backend.name}_${tool.name}`),
      })),
    ]);
  }

  #name(draft: ToolEntry, names: Map<string, ToolEntry>, warnings: string[]): ToolEntry {
    const { backend, tool, canonicalName: wanted } = draft;
    const taken = names.get(wanted);
    const isBuiltIn = isBuiltInName(wanted);
    if (taken === undefined && !isBuiltIn) {
      names.set(wanted, draft);
      return draft;
    }
    const canonicalName = withHash(wanted, `${backend.name}\n${tool.name}`);
    warnings.push(
      taken === undefined
        ? `Tool "${tool.name}" of "${backend.name}" would be "${wanted}", as the gateway's own tool; it is called "${canonicalName}"`
        : `Tools "${tool.name}" of "${backend.name}" and "${taken.tool.name}" of "${taken.backend.name}" ` +
            `would both be "${wanted}"; the first is called "${canonicalName}"`,
    );
    const entry = this.#sameAsLast({ ...draft, canonicalName });
    names.set(canonicalName, entry);
    return entry;
  }

  #promote(
    byBackend: ReadonlyMap<Backend, readonly ToolEntry[]>,
    names: Map<string, ToolEntry>,
    warnings: string[],
  ): void {
    const promoted = [...byBackend].flatMap(([backend, entries]) => {
      const wanted = new Set(backend.promoted);
      return wanted.size === 0 ? [] : entries.filter(({ tool }) => wanted.has(tool.name));
    });
    const bareNames = new Map<string, number>();
    for (const { backend, tool } of promoted) {
      if (backend.kind !== 'passthrough') continue;
      const bare = toPublicName(tool.name);
      bareNames.set(bare, (bareNames.get(bare) ?? 0) + 1);
    }
    const isFree = (bare: string): boolean =>
      bareNames.get(bare) === 1 && !isReservedName(bare) && !names.has(bare);
    for (const entry of promoted) {
      const { backend, tool, canonicalName } = entry;
      const bare = toPublicName(tool.name);
      const isBare = backend.kind === 'passthrough' && isFree(bare);
      if (backend.kind === 'passthrough' && !isBare)
        warnings.push(
          `Tool "${tool.name}" of "${backend.name}" is promoted as "${canonicalName}": its bare name is taken or reserved`,
        );
      const promotedAs = isBare ? bare : canonicalName;
      names.set(canonicalName, this.#sameAsLast({ ...entry, promotedAs }));
    }
  }

  #sameAsLast(entry: ToolEntry): ToolEntry {
    const last = this.#last.get(entry.canonicalName);
    const isSame =
      last?.tool === entry.tool &&
      last.backend === entry.backend &&
      last.promotedAs === entry.promotedAs;
    return isSame ? last : entry;
  }
}

function missingPromotions(backend: Backend): readonly string[] {
  const tools = backend.tools();
  if (tools.length === 0) return [];
  const names = tools.map(({ name }) => name);
  return backend.promoted
    .filter((name) => !names.includes(name))
    .map(
      (name) =>
        `"${backend.name}" promotes "${name}", but has no such tool${nearestHint(name, names)}`,
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
