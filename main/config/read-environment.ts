import type { Environment } from './paths.ts';

/** The process's environment, read here and nowhere else. */
export function readEnvironment(): Environment {
  return { ...process.env };
}
