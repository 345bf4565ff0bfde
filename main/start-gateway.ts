// Composition root of the gateway: the tray app and the headless command start the same one.
import type { Server, Socket } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ClientSightings } from './clients/client-sightings.ts';
import { openClientInstaller, sightingsFile } from './clients/open-client-installer.ts';
import { tokensFile, type Environment, type Paths } from './config/paths.ts';
import type { AuditServices } from './contract/audit-services.ts';
import type { LoginServices } from './contract/login-services.ts';
import type { QuarantineServices } from './contract/quarantine-services.ts';
import type { ApprovalServices } from './contract/approval-services.ts';
import type { ClientServices } from './contract/client-services.ts';
import type { WindowServices } from './contract/window-services.ts';
import type { TokenServices } from './contract/token-services.ts';
import { listenLocal } from './endpoint/local-socket.ts';
import { TokenStore } from './endpoint/tokens/token-store.ts';
import { openAudit } from './gateway/audit/open-audit.ts';
import { scrubLogger } from './gateway/credentials/scrub-logger.ts';
import { deferred } from './platform/deferred.ts';
import type { OpenBrowser } from './platform/open-browser.ts';
import type { Logger } from './platform/logger.ts';
import type { ShippedFiles } from './platform/shipped-files.ts';
import { announceKey } from './services/announce-key.ts';
import { createLoginServices } from './services/login-services.ts';
import { createAuditServices } from './services/audit-services.ts';
import { controlMethods } from './services/control-methods.ts';
import { createAppServices } from './services/create-app-services.ts';
import { createClientServices, repairMovedEntries } from './services/create-client-services.ts';
import { createApprovalServices } from './services/create-approval-services.ts';
import { createWindowServices } from './services/create-window-services.ts';
import { createTokenServices } from './services/create-token-services.ts';
import { HttpDoor } from './services/http-door.ts';
import { scrubServices } from './services/scrub-services.ts';
import { reportProblems } from './services/report-problems.ts';
import { runGateway } from './services/run-gateway.ts';
import { welcomeClient, welcomeConnection, type Hall } from './services/welcome-client.ts';

export interface StartOptions {
  readonly version: string;
  readonly paths: Paths;
  readonly env: Environment;
  readonly shipped: ShippedFiles;
  readonly logger: Logger;
  /** Default: what the platform opens web pages with. */
  readonly openBrowser?: OpenBrowser | undefined;
}

export interface RunningGateway {
  /** All of it, for the window and the tray. */
  readonly services: WindowServices;
  readonly audit: AuditServices;
  readonly quarantine: QuarantineServices;
  readonly logins: LoginServices;
  readonly approvals: ApprovalServices;
  readonly tokens: TokenServices;
  /** MCP clients of this machine, as far as they can be told about us. */
  readonly localClients: ClientServices;
  /** Path of the local socket. */
  readonly socket: string;
  /** Undefined unless settings.yaml opens it. */
  readonly httpUrl: () => string | undefined;
  /** Number of clients connected now. */
  readonly clients: () => number;
  /** Settles when `toolmesh stop` wants this process to end; whoever started the gateway closes it. */
  readonly stopAsked: Promise<void>;
  /** Every unit and passthrough backend was tried once, whatever came of it. */
  readonly firstAttempts: () => Promise<void>;
  close(): Promise<void>;
}

/** Rejects with `already-running` when another gateway owns the socket; nothing was started then. */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const connections = new Set<Socket>();
  const { promise: ready, resolve: open } = deferred<(connection: Socket) => void>();
  // The socket first: whoever owns it owns the data folder, too. Early clients wait for the rest.
  const server = await listenLocal(options.paths.socket, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    void ready.then((welcomeOne) => {
      welcomeOne(connection);
    });
  });
  try {
    return await startBehind(server, connections, open, options);
  } catch (error) {
    // An open socket would keep the process alive, and every client waiting for good.
    server.close();
    for (const connection of connections) connection.destroy();
    throw error;
  }
}

async function startBehind(
  server: Server,
  connections: ReadonlySet<Socket>,
  open: (welcomeOne: (connection: Socket) => void) => void,
  options: StartOptions,
): Promise<RunningGateway> {
  const { version, paths, env, shipped, logger } = options;
  const audit = openAudit(path.join(paths.dataFolder, 'audit'), shipped.auditWorker, logger);
  const parts = await runGateway({
    version,
    paths,
    env,
    logger,
    audit,
    sandboxHost: shipped.sandboxHost,
    openBrowser: options.openBrowser,
    jqWorker: shipped.jqWorker,
  });
  // Files and servers are quoted in what is logged from here on.
  const safeLogger = scrubLogger(logger, parts.scrubber);
  const app = createAppServices({
    version,
    startedAt: Date.now(),
    paths,
    shippedUnits: shipped.units,
    audit,
    parts,
  });
  const onSessions = (): void => {
    app.tellSessions();
  };
  const sightings = new ClientSightings(sightingsFile(paths));
  const hall: Hall = {
    version,
    parts,
    onSessions,
    onInstalledClient: (label, info) => {
      sightings.record(label, { at: Date.now(), name: info.name, version: info.version });
    },
  };
  const sighting = (client: string) => sightings.last(client);
  const installer = openClientInstaller({ paths, env, shipped, sighting });
  const tokens = new TokenStore(tokensFile(paths), Date.now);
  const door = new HttpDoor(
    {
      tokens,
      welcome: (transport, { name, client, roles }) =>
        welcomeClient(transport, () => ({ user: name, roles, label: client }), hall),
    },
    safeLogger,
  );
  parts.addProblems(() => door.problems());
  await door.apply(parts.config.current.settings?.http);
  const setLevel = (): void => {
    logger.setLevel?.(parts.config.current.settings?.log.level ?? 'info');
  };
  setLevel();
  parts.config.onChange(setLevel);
  const logins = createLoginServices(parts.registry);
  const auditServices = createAuditServices(audit);
  const user = userInfo().username;
  const approvals = createApprovalServices(parts.governance.desk, user);
  const { quarantine } = parts;
  const { promise: stopAsked, resolve: askToStop } = deferred<undefined>();
  const control = controlMethods({
    ...{ audit: auditServices, quarantine, approvals, logins },
    answerTimes: () => parts.answerTimes.all(),
    setPaused: (paused) => {
      app.setPaused(paused);
    },
    stop: () => {
      logger.log('info', 'Asked to end by "toolmesh stop"');
      askToStop(undefined);
    },
    keyChanged: (name) => {
      announceKey(parts, name);
    },
  });
  open((connection) => {
    welcomeConnection(connection, hall, control);
  });
  parts.config.watch();
  const report = reportProblems(parts, safeLogger);
  parts.config.onChange(({ settings }) => {
    // Whether the port could be opened is known only later than the rest of the change.
    void door.apply(settings?.http).then(() => {
      onSessions();
      report();
    });
  });
  void repairMovedEntries(installer, safeLogger).catch((error: unknown) => {
    logger.log('warn', `Entries of clients were not checked: ${String(error)}`);
  });
  const httpUrl = (): string | undefined => door.url;
  const tokenServices = createTokenServices(tokens);
  const localClients = createClientServices({
    installer,
    sightings,
    version,
    folder: path.join(paths.dataFolder, 'clients'),
  });
  return {
    services: scrubServices(
      {
        ...app,
        ...auditServices,
        ...approvals,
        ...localClients,
        ...tokenServices,
        ...createWindowServices({
          ...{ version, user, paths, env, shipped, audit, parts, httpUrl },
          units: () => app.units(),
        }),
        toolChanges: () => quarantine.toolChanges(),
        approveTools: (selection) => quarantine.approveTools(selection),
        holdTools: (selection) => quarantine.holdTools(selection),
        onToolChanges: (listener) => quarantine.onToolChanges(listener),
        ...logins,
      },
      parts.scrubber,
    ),
    audit: auditServices,
    quarantine,
    logins,
    approvals,
    tokens: tokenServices,
    localClients,
    socket: paths.socket,
    httpUrl,
    clients: () => connections.size,
    stopAsked,
    firstAttempts: () => parts.registry.firstAttempts(),
    close: async () => {
      await door.close();
      server.close();
      for (const connection of connections) connection.destroy();
      await parts.close();
      await audit.close();
      await sightings.close();
    },
  };
}
