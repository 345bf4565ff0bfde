import type { Backend, ToolDescriptor, UnitBackend } from '../../backends/backend.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Route } from '../route.ts';
import type { ToolEntry, ToolRegistry } from './tool-registry.ts';

/** One client's view: what it sees listed, and where every name it may use leads. */
export interface Surface {
  /** Exactly what `tools/list` returns. */
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly route: (name: string) => Route | undefined;
  /** Names for "nearest" hints and for code mode. */
  readonly names: readonly string[];
}

/** Code mode: the built-in tools, then what is promoted. Every other visible tool is callable unlisted. */
export function compileSurface(registry: ToolRegistry, builtIns: readonly Route[]): Surface {
  const promoted = registry.entries.filter((entry) => entry.promotedAs !== undefined);
  const own = new Map(builtIns.map((route) => [route.canonicalName, route]));
  const byPromotion = new Map(promoted.map((entry) => [entry.promotedAs, entry]));
  return {
    tools: [
      ...builtIns.map((route) => toListed(route.canonicalName, route.tool)),
      ...promoted.map((entry) => toListed(entry.promotedAs ?? entry.canonicalName, entry.tool)),
    ],
    route: (name) => {
      const entry = byPromotion.get(name) ?? registry.byCanonicalName.get(name);
      return own.get(name) ?? (entry && toRoute(entry, registry));
    },
    names: [...own.keys(), ...registry.byCanonicalName.keys()],
  };
}

export function toRoute(
  { backend, tool, canonicalName }: ToolEntry,
  registry: ToolRegistry,
): Route {
  return {
    kind: 'tool',
    backend: backend.name,
    tool,
    canonicalName,
    unit: backend.kind === 'unit' ? (backend as UnitBackend) : undefined,
    sibling: (other) => siblingRoute(backend, other, registry),
    run: (call) => backend.callTool(call),
  };
}

/** A tool that is hidden or filtered is not in the registry, and no composite reaches it either. */
function siblingRoute(backend: Backend, name: string, registry: ToolRegistry): Route {
  const entry = registry.entries.find(
    (candidate) => candidate.backend === backend && candidate.tool.name === name,
  );
  if (entry !== undefined) return toRoute(entry, registry);
  throw new GatewayError('unknown-tool', `Backend "${backend.name}" offers no tool "${name}"`, {
    data: { backend: backend.name, tool: name },
  });
}

/** A tool as MCP lists it. Nothing safer than declared: only read and dangerous say something. */
function toListed(name: string, tool: ToolDescriptor): Readonly<Record<string, unknown>> {
  const annotations = {
    ...tool.annotations,
    ...(tool.access === 'read' &&
      tool.annotations?.readOnlyHint === undefined && { readOnlyHint: true }),
    ...(tool.access === 'dangerous' && { destructiveHint: true }),
    ...(tool.idempotent === true && { idempotentHint: true }),
  };
  return {
    ...tool.extra,
    name,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}
