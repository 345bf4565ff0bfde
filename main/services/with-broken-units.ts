import type { BackendDirectory } from '../backends/backend.ts';
import { GatewayError } from '../platform/gateway-error.ts';

/** The directory that also says why the tools of a unit that could not be loaded are not there. */
export function withBrokenUnits(
  directory: BackendDirectory,
  brokenUnits: () => readonly string[],
): BackendDirectory {
  return {
    backends: () => directory.backends(),
    onChange: (listener) => directory.onChange(listener),
    unitsLoaded: () => directory.unitsLoaded(),
    firstAttempts: () => directory.firstAttempts(),
    heldBack: (name) => {
      const held = directory.heldBack?.(name);
      if (held !== undefined) return held;
      const unit = brokenUnits().find((broken) => name.startsWith(`${broken}_`));
      return unit === undefined ? undefined : notLoaded(name, unit);
    },
  };
}

/** Told to a model, which can only pass it on: the error itself may quote the unit's files. */
function notLoaded(tool: string, unit: string): GatewayError {
  return new GatewayError(
    'config-invalid',
    `Tool "${tool}" is not there while unit "${unit}" cannot be loaded; its user sees the error under Units or with "toolmesh check", and it works again once that is mended`,
    { data: { tool, unit } },
  );
}
