import type { Backend, UnitBackend } from '../../backends/backend.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Route } from '../route.ts';
import type { ToolEntry, ToolRegistry } from './tool-registry.ts';

export function toRoute(
  { backend, tool, canonicalName }: ToolEntry,
  registry: ToolRegistry,
): Route {
  return {
    kind: tool.isComposite === true ? 'composite' : 'tool',
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
