// Composition root of the gateway: the tray app and the headless command start the same one.
import type { Socket } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Environment, Paths } from './config/paths.ts';
import { formatProblem } from './config/problem.ts';
import type { AppServices } from './contract/app-services.ts';
import { listenLocal } from './endpoint/local-socket.ts';
import { serveClient } from './endpoint/serve-client.ts';
import { SocketTransport } from './endpoint/socket-transport.ts';
import { classifyCaller } from './gateway/access/classify-caller.ts';
import { openAudit } from './gateway/audit/open-audit.ts';
import { deferred } from './platform/deferred.ts';
import type { Logger } from './platform/logger.ts';
import type { ShippedFiles } from './platform/shipped-files.ts';
import { createAppServices, currentProblems } from './services/create-app-services.ts';
import { runGateway, type GatewayParts } from './services/run-gateway.ts';

export interface StartOptions {
  readonly version: string;
  readonly paths: Paths;
  readonly env: Environment;
  readonly shipped: ShippedFiles;
  readonly logger: Logger;
}

export interface RunningGateway {
  readonly services: AppServices;
  /** Path of the local socket. */
  readonly socket: string;
  /** Number of clients connected now. */
  readonly clients: () => number;
  close(): Promise<void>;
}

/** Rejects with `already-running` when another gateway owns the socket; nothing was started then. */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const { version, paths, env, shipped, logger } = options;
  const connections = new Set<Socket>();
  const { promise: ready, resolve: open } = deferred<(connection: Socket) => void>();
  // The socket first: whoever owns it owns the data folder, too. Early clients wait for the rest.
  const server = await listenLocal(paths.socket, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    void ready.then((welcomeOne) => {
      welcomeOne(connection);
    });
  });
  const audit = openAudit(path.join(paths.dataFolder, 'audit'), shipped.auditWorker, logger);
  const parts = await runGateway({
    version,
    paths,
    env,
    logger,
    audit,
    sandboxHost: shipped.sandboxHost,
    jqWorker: shipped.jqWorker,
  });
  const services = createAppServices({
    version,
    startedAt: Date.now(),
    paths,
    shippedUnits: shipped.units,
    audit,
    parts,
  });
  open((connection) => {
    welcome(connection, version, parts, () => {
      services.tellSessions();
    });
  });
  parts.config.watch();
  reportProblems(parts, logger);
  return {
    services,
    socket: paths.socket,
    clients: () => connections.size,
    close: async () => {
      server.close();
      for (const connection of connections) connection.destroy();
      await parts.close();
      await audit.close();
    },
  };
}

function welcome(
  connection: Socket,
  version: string,
  parts: GatewayParts,
  onSessions: () => void,
): void {
  const { gateway, config } = parts;
  let label: string | undefined;
  const transport = new SocketTransport(connection, (hello) => {
    label = hello.client;
  });
  void serveClient({
    transport,
    version,
    openSession: (info) => {
      const callerClass = classifyCaller(label, config.current.callerClasses);
      const clientInfo = [info.name, info.version].filter((part) => part !== '').join(' ');
      const client = label ?? (info.name === '' ? 'unknown' : info.name);
      const session = gateway.openSession({
        user: userInfo().username,
        client,
        clientInfo,
        callerClass,
      });
      onSessions();
      return session;
    },
    closeSession: (session) => {
      gateway.closeSession(session);
      onSessions();
    },
  });
}

/** Each problem is one line, told when it appears and not again while it stays. */
function reportProblems(parts: GatewayParts, logger: Logger): void {
  let told = new Set<string>();
  const report = (): void => {
    const lines = currentProblems(parts).map((problem) => ({
      line: formatProblem(problem),
      problem,
    }));
    for (const { line, problem } of lines) {
      if (!told.has(line)) logger.log(problem.severity === 'error' ? 'error' : 'warn', line);
    }
    told = new Set(lines.map(({ line }) => line));
  };
  report();
  parts.config.onChange(report);
  parts.registry.onChange(report);
}
