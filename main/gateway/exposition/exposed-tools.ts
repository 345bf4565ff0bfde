import type { KeptMap } from './kept-map.ts';
import type { ExposedTool, NamespaceOptions, TagFilter } from './model.ts';
import { once } from './once.ts';
import { passesTags } from './parse-filter.ts';
import type { ToolEntry, ToolRegistry } from './tool-registry.ts';

/** The registry as an exposition sees it, and the way back from there. */
export interface ExposedTools {
  readonly tools: readonly ExposedTool[];
  readonly entryOf: (tool: ExposedTool) => ToolEntry | undefined;
}

/** One object per tool for as long as its entry comes again, so that it is read once. */
export type ExposedMemo = KeptMap<ToolEntry, ExposedTool>;

export function exposeTools(registry: ToolRegistry, memo: ExposedMemo): ExposedTools {
  const { entries } = registry;
  const tools = memo.map(entries, toExposedTool);
  // Made for the first call; a list alone does not need it.
  const entryOf = once(() => new Map(tools.map((tool, at) => [tool, entries[at]])));
  return { tools, entryOf: (tool) => entryOf().get(tool) };
}

/** The registry with what passes the filters; for a client nothing else exists. */
export function filterRegistry(
  registry: ToolRegistry,
  namespaces: Readonly<Record<string, NamespaceOptions>> = {},
  filters: readonly TagFilter[],
): ToolRegistry {
  if (filters.length === 0) return registry;
  const entries = registry.entries.filter((entry) => {
    const namespace = namespaceOf(entry);
    const options = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;
    return passesTags(new Set([...(options?.tags ?? []), ...(entry.tool.tags ?? [])]), filters);
  });
  return {
    ...registry,
    entries,
    byCanonicalName: new Map(entries.map((entry) => [entry.canonicalName, entry])),
  };
}

/** Identity of a tool among all: `<namespace>.<action>`. */
export function actionIdOf(entry: ToolEntry): string {
  const { tool, backend } = entry;
  return tool.name.includes('.') ? tool.name : `${backend.name}.${tool.name}`;
}

function namespaceOf(entry: ToolEntry): string {
  const id = actionIdOf(entry);
  return id.slice(0, id.lastIndexOf('.'));
}

function toExposedTool({ backend, tool }: ToolEntry): ExposedTool {
  const { title, outputSchema, extra } = tool;
  return {
    unit: backend.name,
    name: tool.name,
    // A dot in the tool's own name says where it belongs.
    namespace: tool.name.includes('.') ? undefined : backend.name,
    access: tool.access === 'unclassified' ? undefined : tool.access,
    description: tool.description,
    inputSchema: tool.inputSchema,
    tags: tool.tags,
    annotations: tool.annotations,
    idempotent: tool.idempotent,
    states: tool.states,
    checksArguments: tool.checksArguments,
    // Inside a unit its own tools go by their bare names.
    suggest: tool.suggests?.map(({ tool: name, reason }) => ({
      tool: name.includes('.') ? name : `${backend.name}.${name}`,
      reason,
    })),
    extra: {
      ...extra,
      ...(title !== undefined && { title }),
      ...(outputSchema !== undefined && { outputSchema }),
    },
  };
}
