// Questions that many ask of the configuration.
import type { EffectiveConfig } from './config-store.ts';
import type { Problem } from './problem.ts';

/** Names of the units that the user has switched off; some may have no folder any more. */
export function disabledUnits({ settings }: Pick<EffectiveConfig, 'settings'>): readonly string[] {
  return settings?.units.disabled ?? [];
}

/** What is wrong with one file now. */
export function problemsOf(
  { fileProblems }: Pick<EffectiveConfig, 'fileProblems'>,
  file: string,
): readonly Problem[] {
  return fileProblems.filter((problem) => problem.file === file);
}
