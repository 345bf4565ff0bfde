import type { CommandWorld } from '../command-world.ts';

/** What follows `toolmesh units VERB`; resolves with the exit code. */
export type UnitVerb = (
  world: CommandWorld,
  words: readonly string[],
  asJson: boolean,
) => Promise<number>;
