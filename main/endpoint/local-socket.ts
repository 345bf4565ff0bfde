import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { lockFile } from '../platform/file-lock.ts';
import { GatewayError } from '../platform/gateway-error.ts';

const isPipe = process.platform === 'win32';

/**
 * Becomes the one gateway of this socket, or rejects with `already-running`. The folder is the user's
 * alone, so whoever can connect is that user.
 */
export async function listenLocal(
  socketPath: string,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  if (isPipe) return await listen(socketPath, onConnection);
  const folder = path.dirname(socketPath);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeign(folder);
  await chmod(folder, 0o700);
  // Between "nobody answers" and "I listen" another start could slip in; one at a time looks and takes.
  const unlock = await lockFile(`${socketPath}.lock`);
  try {
    if (await answers(socketPath)) throw alreadyRunning(socketPath);
    // Left by a gateway that was killed: nobody answers there.
    await rm(socketPath, { force: true });
    const server = await listen(socketPath, onConnection);
    await chmod(socketPath, 0o600);
    return server;
  } finally {
    await unlock();
  }
}

/**
 * Does `work` on the data folder while no gateway owns it and none can start. Resolves with `running`
 * when there is a gateway, without having done anything.
 */
export async function whileNobodyListens<T>(
  socketPath: string,
  work: () => Promise<T>,
): Promise<T | 'running'> {
  if (isPipe) {
    const server = await listen(socketPath, (socket) => socket.destroy()).catch(() => undefined);
    if (server === undefined) return 'running';
    return work().finally(() => server.close());
  }
  const folder = path.dirname(socketPath);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeign(folder);
  const unlock = await lockFile(`${socketPath}.lock`);
  try {
    return (await answers(socketPath)) ? 'running' : await work();
  } finally {
    await unlock();
  }
}

/** A connection to the running gateway, or undefined when there is none. */
export function connectLocal(socketPath: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(undefined);
    });
  });
}

async function answers(socketPath: string): Promise<boolean> {
  const socket = await connectLocal(socketPath);
  socket?.destroy();
  return socket !== undefined;
}

function listen(socketPath: string, onConnection: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection);
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? alreadyRunning(socketPath) : error);
    });
    server.listen(socketPath, () => {
      resolve(server);
    });
  });
}

// In a shared temporary folder somebody else could have made the directory first.
async function refuseForeign(folder: string): Promise<void> {
  const found = await stat(folder);
  if (found.uid === process.getuid?.()) return;
  throw new GatewayError(
    'internal',
    `The socket folder ${folder} belongs to another user; set XDG_RUNTIME_DIR to a folder of your own`,
  );
}

function alreadyRunning(socketPath: string): GatewayError {
  return new GatewayError(
    'already-running',
    `A gateway is already running (${socketPath}); use it, or end it with "toolmesh stop" or Quit in its tray menu`,
  );
}
