export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where the gateway says what it does. Lines never hold a secret: callers pass names, not values. */
export interface Logger {
  log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void;
  /** The least that is written from now on; absent where the caller has settled that. */
  setLevel?(level: LogLevel): void;
}

/** Plain lines on stderr; stdout belongs to MCP and to the commands' answers. A `fixed` level stays. */
export function createStderrLogger(fixed?: LogLevel): Logger {
  let minimum: LogLevel = fixed ?? 'info';
  return {
    log(level, message, data) {
      if (logLevels.indexOf(level) < logLevels.indexOf(minimum)) return;
      const facts = data === undefined ? '' : ` ${JSON.stringify(data)}`;
      process.stderr.write(`toolmesh ${level}: ${message}${facts}\n`);
    },
    ...(fixed === undefined && {
      setLevel: (level: LogLevel) => {
        minimum = level;
      },
    }),
  };
}
