import type { Socket } from 'node:net';
import { userInfo } from 'node:os';
import type { ClientTransport } from '../endpoint/client-transport.ts';
import { serveClient, type ClientInfo } from '../endpoint/serve-client.ts';
import { serveControl, type ControlMethods } from '../endpoint/serve-control.ts';
import { SocketTransport } from '../endpoint/socket-transport.ts';
import { openCallerSession, type CallerIdentity } from './open-caller-session.ts';
import type { GatewayParts } from './run-gateway.ts';

/** What every client's door leads to. */
export interface Hall {
  readonly version: string;
  readonly parts: GatewayParts;
  readonly onSessions: () => void;
  /** An installed entry has started a client's bridge and the client has introduced itself. */
  readonly onInstalledClient: (label: string, info: ClientInfo) => void;
}

export function welcomeClient(
  transport: ClientTransport,
  whose: () => CallerIdentity,
  { version, parts, onSessions }: Hall,
  onOpened: (info: ClientInfo) => void = () => undefined,
): Promise<void> {
  return serveClient({
    transport,
    version,
    scrub: parts.scrubber,
    openSession: (info) => {
      const session = openCallerSession(parts, whose(), info);
      onOpened(info);
      onSessions();
      return session;
    },
    closeSession: (session) => {
      parts.gateway.closeSession(session);
      onSessions();
    },
  });
}

/** The folder of the socket is the user's alone: whoever connects is that user. */
export function welcomeConnection(connection: Socket, hall: Hall, control: ControlMethods): void {
  let label: string | undefined;
  const transport = new SocketTransport(connection, (hello) => {
    label = hello.client;
    if (hello.control === true) serveControl(transport, control);
  });
  void welcomeClient(
    transport,
    () => ({ user: userInfo().username, label }),
    hall,
    (info) => {
      if (label !== undefined && info.name !== '') hall.onInstalledClient(label, info);
    },
  );
}
