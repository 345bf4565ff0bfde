import type { Backend, ToolDescriptor } from '../backends/backend.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import type { Route } from './route.ts';

/** Route to a tool of a unit's private backend. An unknown tool is refused with the nearest names. */
export function privateRoute(backend: Backend, toolName: string): Route {
  const known = backend.tools();
  const tool = known.find((candidate) => candidate.name === toolName) ?? unlisted(toolName);
  // A backend that never connected has no list yet; the call itself then waits for it or says why not.
  if (known.length > 0 && !known.some((candidate) => candidate.name === toolName)) {
    const names = known.map((candidate) => candidate.name);
    throw new GatewayError(
      'unknown-tool',
      `Backend "${backend.name}" has no tool "${toolName}"${nearestHint(toolName, names) || `; it has ${names.join(', ')}`}`,
      { data: { backend: backend.name, tool: toolName } },
    );
  }
  return {
    kind: 'api',
    backend: backend.name,
    tool,
    canonicalName: `${backend.name}_${toolName}`,
    sibling: (other) => privateRoute(backend, other),
    run: (call) => backend.callTool(call),
  };
}

function unlisted(name: string): ToolDescriptor {
  return { name, access: 'unclassified', inputSchema: {} };
}
