import { connect } from 'node:net';

const timeoutMs = 5000;

/** Why nothing listens at the URL, or undefined when something does. Nothing is sent. */
export function connectFault({ hostname, port, protocol }: URL): Promise<string | undefined> {
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: number,
      timeout: timeoutMs,
    });
    const end = (fault: string | undefined): void => {
      socket.destroy();
      resolve(fault);
    };
    socket.once('connect', () => {
      end(undefined);
    });
    socket.once('timeout', () => {
      end(`no answer within ${timeoutMs / 1000} s`);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      end(error.code ?? error.message);
    });
  });
}
