import type { Logger, LogLevel } from '../../main/platform/logger.ts';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
}

export function createRecordingLogger(): Logger & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    log(level, message) {
      lines.push({ level, message });
    },
  };
}
