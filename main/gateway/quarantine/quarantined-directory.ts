import type { Backend, BackendDirectory } from '../../backends/backend.ts';
import { Emitter } from '../../platform/emitter.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { ToolQuarantine } from './tool-quarantine.ts';

/** The directory as the gateway may know it: without the tools that are held back. */
export function quarantinedDirectory(
  directory: BackendDirectory,
  quarantine: ToolQuarantine,
  isWatched: (backend: Backend) => boolean,
): BackendDirectory {
  const wrapped = new WeakMap<Backend, Backend>();
  const wrap = (backend: Backend): Backend => {
    if (!isWatched(backend)) return backend;
    const known = wrapped.get(backend);
    if (known !== undefined) return known;
    const fresh = quarantined(backend, quarantine);
    wrapped.set(backend, fresh);
    return fresh;
  };
  const changed = new Emitter<undefined>();
  // The new list is judged before anybody hears of it.
  directory.onChange(() => {
    quarantine.review();
    changed.emit(undefined);
  });
  quarantine.onToolChanges(() => {
    changed.emit(undefined);
  });
  return {
    backends: () => directory.backends().map(wrap),
    onChange: (listener) => changed.on(listener),
    unitsLoaded: () => directory.unitsLoaded(),
    firstAttempts: () => directory.firstAttempts(),
    heldBack: (name) =>
      directory
        .backends()
        .filter(isWatched)
        .some((backend) =>
          backend
            .tools()
            .some(
              (tool) =>
                [tool.name, `${backend.name}_${tool.name}`].includes(name) &&
                quarantine.isHeld(backend, tool.name),
            ),
        )
        ? heldBack(name)
        : undefined,
  };
}

function quarantined(backend: Backend, quarantine: ToolQuarantine): Backend {
  return {
    name: backend.name,
    kind: backend.kind,
    promoted: backend.promoted,
    tools: () => quarantine.allowed(backend),
    state: () => backend.state(),
    callTool: (call) =>
      quarantine.isHeld(backend, call.tool)
        ? Promise.reject(heldBack(call.tool))
        : backend.callTool(call),
    onChange: (listener) => backend.onChange(listener),
    offers: backend.offers,
    login: backend.login,
    close: () => backend.close(),
  };
}

function heldBack(tool: string): GatewayError {
  return new GatewayError(
    'access-denied',
    `Tool "${tool}" is new or says something else than when it was approved, and is held back until its user approves it (toolmesh backends changes)`,
    { data: { tool, decidedBy: 'quarantine' } },
  );
}
