export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where the gateway says what it does. Lines never hold a secret: callers pass names, not values. */
export interface Logger {
  log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void;
}

/** Plain lines on stderr; stdout belongs to MCP and to the commands' answers. */
export function createStderrLogger(minimum: LogLevel = 'info'): Logger {
  const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
  return {
    log(level, message, data) {
      if (order.indexOf(level) < order.indexOf(minimum)) return;
      const facts = data === undefined ? '' : ` ${JSON.stringify(data)}`;
      process.stderr.write(`toolmesh ${level}: ${message}${facts}\n`);
    },
  };
}
