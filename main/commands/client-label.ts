import { UsageError } from './command.ts';

// The gateway takes no other hello line, and would only hang up.
const mostLength = 100;

/** What follows --client, checked; undefined when it was left out. */
export function clientLabel(given: string | undefined): string | undefined {
  if (given === undefined || (given !== '' && given.length <= mostLength)) return given;
  throw new UsageError(
    `--client needs an id of 1 to ${mostLength} characters, got "${given.slice(0, mostLength)}"`,
  );
}
