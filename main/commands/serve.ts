import { GatewayError } from '../platform/gateway-error.ts';
import { keepRunning } from '../platform/keep-running.ts';
import { startGateway, type RunningGateway } from '../start-gateway.ts';
import type { Command } from './command.ts';
import { UsageError } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';

const usage = `Usage: toolmesh serve [--until-idle SECONDS]

Runs the gateway in the foreground, without a window. Clients connect with "toolmesh stdio".
Ends on Ctrl+C or "toolmesh stop", or with --until-idle once no client has been connected for so long.`;

/** After the gateway has closed, for whatever still has to be written. */
const lingerMs = 2000;

export const serveCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, { 'until-idle': { type: 'string' } });
    const idleSeconds =
      values['until-idle'] === undefined ? undefined : seconds(values['until-idle']);
    const world = commandWorld();
    keepRunning(world.logger);
    // Listened for from here on: a service manager may ask for the end while the gateway starts.
    const asked = askedToEnd();
    let gateway: RunningGateway;
    try {
      gateway = await startGateway(world);
    } catch (error) {
      // Two clients started at once and both brought a gateway: the first one serves both.
      if (
        idleSeconds !== undefined &&
        error instanceof GatewayError &&
        error.code === 'already-running'
      )
        return 0;
      throw error;
    }
    world.logger.log(
      'info',
      `Gateway ${world.version} is running; connect a client with: toolmesh stdio --client NAME`,
    );
    world.logger.log('info', `Units: ${world.paths.unitsFolder}; socket: ${gateway.socket}`);
    await Promise.race([asked, gateway.stopAsked, idle(gateway, idleSeconds)]);
    await gateway.close();
    // chokidar 4 now and then loses a watch of a folder that was moved, and it would keep the process alive.
    setTimeout(() => process.exit(0), lingerMs).unref();
    return 0;
  },
};

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0)
    throw new UsageError(`--until-idle takes seconds, got "${text}"`);
  return value;
}

function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

/** Settles once no client has been connected for so long; never when no time is given. */
function idle(gateway: RunningGateway, idleSeconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (idleSeconds === undefined) return;
    let idleSince = performance.now();
    setInterval(() => {
      if (gateway.clients() > 0) idleSince = performance.now();
      else if (performance.now() - idleSince >= idleSeconds * 1000) resolve();
    }, 500).unref();
  });
}
