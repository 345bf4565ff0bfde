import { runGateway, type GatewayParts } from '../services/run-gateway.ts';
import type { CommandWorld } from './command-world.ts';

const silent: CommandWorld['logger'] = { log: () => undefined };

// Looking changes nothing: the running gateway owns the audit.
const noAudit = {
  write: () => undefined,
  count: () => undefined,
  fill: () => undefined,
  retain: () => undefined,
  countTokens: () => Promise.resolve(0),
};

/** The parts of a gateway for one command; nobody can connect to them. */
export async function withParts<T>(
  world: CommandWorld,
  use: (parts: GatewayParts) => Promise<T>,
): Promise<T> {
  const parts = await runGateway({
    ...world,
    logger: silent,
    audit: noAudit,
    sandboxHost: world.shipped.sandboxHost,
    jqWorker: world.shipped.jqWorker,
  });
  try {
    return await use(parts);
  } finally {
    await parts.close();
  }
}
