import type { Logger } from './logger.ts';

/**
 * The last net: what nobody caught is an error in the log, not the end of a gateway that serves others.
 * Electron would show a dialog for it and Node would exit. Call once, in a process that serves.
 */
export function keepRunning(logger: Logger): void {
  const report = (what: string, thrown: unknown): void => {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    logger.log('error', `${what} nobody caught, a bug of ours: ${text}`);
  };
  process.on('uncaughtException', (error) => {
    report('An exception', error);
  });
  process.on('unhandledRejection', (reason) => {
    report('A rejection', reason);
  });
}
