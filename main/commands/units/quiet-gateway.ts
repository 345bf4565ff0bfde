import type { UnitSlot } from '../../backends/unit/unit-slot.ts';
import { formatProblem } from '../../config/problem.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { runGateway, type GatewayParts } from '../../services/run-gateway.ts';
import type { CommandWorld } from '../command-world.ts';

// The running gateway owns the audit: a second writer would break it.
export const noAudit = {
  write: () => undefined,
  count: () => undefined,
  fill: () => undefined,
  retain: () => undefined,
  countTokens: () => Promise.resolve(0),
};

/** Runs `use` with the parts of a gateway that no client can reach, beside the one that may be running. */
export async function withQuietGateway<T>(
  world: CommandWorld,
  use: (parts: GatewayParts) => Promise<T>,
): Promise<T> {
  const { sandboxHost, jqWorker } = world.shipped;
  const logger = { log: () => undefined };
  const parts = await runGateway({ ...world, logger, audit: noAudit, sandboxHost, jqWorker });
  try {
    return await use(parts);
  } finally {
    await parts.close();
  }
}

/** The unit by its name, described and with its private backends tried once. */
export async function readyUnit(
  { config, registry }: GatewayParts,
  name: string,
): Promise<UnitSlot> {
  const { brokenUnits, units } = config.current;
  const slot = registry.slots().find(({ unit }) => unit.name === name);
  if (slot === undefined) {
    const [problem] = brokenUnits.find((unit) => unit.name === name)?.problems ?? [];
    if (units.some((unit) => unit.name === name))
      throw new GatewayError(
        'config-invalid',
        `Unit "${name}" is switched off; switch it on with: toolmesh units enable ${name}`,
      );
    const names = registry.slots().map(({ unit }) => unit.name);
    const message =
      problem === undefined
        ? `There is no unit "${name}" that is on${nearestHint(name, names) || `; on are: ${names.join(', ') || 'none'}`}`
        : formatProblem(problem);
    throw new GatewayError('config-invalid', message);
  }
  await slot.unit.described;
  await slot.firstAttempts();
  return slot;
}
