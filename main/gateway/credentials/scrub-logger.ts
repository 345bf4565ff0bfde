import type { Logger } from '../../platform/logger.ts';
import type { SecretScrubber } from './secret-scrubber.ts';

/** The same log without any known credential. */
export function scrubLogger(logger: Logger, scrubber: SecretScrubber): Logger {
  return {
    log(level, message, data) {
      logger.log(level, scrubber.text(message), data === undefined ? data : scrubber.value(data));
    },
  };
}
