import type { BackendServices } from '../../contract/backend-services.ts';
import { createBackendServices } from '../../services/create-backend-services.ts';
import { scrubServices } from '../../services/scrub-services.ts';
import type { GatewayParts } from '../../services/run-gateway.ts';
import type { CommandWorld } from '../command-world.ts';

/** What the window's page of backends does, for a command. */
export function backendServices(parts: GatewayParts, world: CommandWorld): BackendServices {
  const services = createBackendServices({
    parts,
    backendWorld: parts.backendWorld,
    paths: world.paths,
    shippedUnits: world.shipped.units,
  });
  // As in the window: addresses, options and answers of servers may hold keys.
  return scrubServices(services, parts.scrubber);
}
