import type { Backend, ToolDescriptor } from '../../backends/backend.ts';
import { isReservedName, toPublicName, withHash } from './public-names.ts';

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
  const warnings: string[] = [];
  const byLength = [...backends].sort(
    (a, b) => b.name.length - a.name.length || compare(a.name, b.name),
  );
  const names = new Map<string, ToolEntry>();
  const byBackend = new Map<Backend, ToolEntry[]>();
  for (const backend of byLength) {
    const own: ToolEntry[] = [];
    byBackend.set(backend, own);
    for (const tool of backend.tools()) {
      const identity = `${backend.name}_${tool.name}`;
      const wanted = toPublicName(identity);
      const taken = names.get(wanted);
      const canonicalName =
        taken === undefined ? wanted : withHash(wanted, `${backend.name}\n${tool.name}`);
      if (taken !== undefined) {
        warnings.push(
          `Tools "${tool.name}" of "${backend.name}" and "${taken.tool.name}" of "${taken.backend.name}" ` +
            `would both be "${wanted}"; the first is called "${canonicalName}"`,
        );
      }
      const entry = { backend, tool, canonicalName };
      own.push(entry);
      names.set(canonicalName, entry);
    }
  }
  const ordered = backends.flatMap((backend) => byBackend.get(backend) ?? []);
  const entries = promote(ordered, names, warnings);
  for (const backend of backends) warnings.push(...missingPromotions(backend));
  return {
    entries,
    byCanonicalName: new Map(entries.map((entry) => [entry.canonicalName, entry])),
    warnings,
  };
}

function promote(
  entries: readonly ToolEntry[],
  names: ReadonlyMap<string, ToolEntry>,
  warnings: string[],
): readonly ToolEntry[] {
  const bareNames = new Map<string, number>();
  for (const { backend, tool } of entries) {
    if (backend.kind !== 'passthrough' || !backend.promoted.includes(tool.name)) continue;
    bareNames.set(toPublicName(tool.name), (bareNames.get(toPublicName(tool.name)) ?? 0) + 1);
  }
  return entries.map((entry) => {
    const { backend, tool, canonicalName } = entry;
    if (!backend.promoted.includes(tool.name)) return entry;
    if (backend.kind === 'unit') return { ...entry, promotedAs: canonicalName };
    const bare = toPublicName(tool.name);
    const free = bareNames.get(bare) === 1 && !isReservedName(bare) && !names.has(bare);
    if (!free)
      warnings.push(
        `Tool "${tool.name}" of "${backend.name}" is promoted as "${canonicalName}": its bare name is taken or reserved`,
      );
    return { ...entry, promotedAs: free ? bare : canonicalName };
  });
}

function missingPromotions(backend: Backend): readonly string[] {
  const tools = backend.tools();
  if (tools.length === 0) return [];
  return backend.promoted
    .filter((name) => !tools.some((tool) => tool.name === name))
    .map((name) => `"${backend.name}" promotes "${name}", but has no such tool`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
