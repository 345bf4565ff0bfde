import { problemsOf } from '../config/ask-config.ts';
import { ConfigStore } from '../config/config-store.ts';
import { formatProblem } from '../config/problem.ts';
import type { Settings } from '../config/schema/settings.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { CommandWorld } from './command-world.ts';

/** What settings.yaml says; one that cannot be read is no file with the standard values. */
export async function settingsInForce(
  { paths, env }: Pick<CommandWorld, 'paths' | 'env'>,
  consequence = 'a gateway that starts now denies every call',
): Promise<Settings> {
  const { current } = await ConfigStore.open(paths, env);
  if (current.settings !== undefined) return current.settings;
  const [problem] = problemsOf(current, paths.settingsFile);
  const why = problem === undefined ? paths.settingsFile : formatProblem(problem);
  throw new GatewayError('config-invalid', `${why}; ${consequence} until that is mended`);
}

/** After an edit of settings.yaml: an error that was there before keeps the whole file out of force. */
export async function expectInForce(world: Pick<CommandWorld, 'paths' | 'env'>): Promise<void> {
  await settingsInForce(world, 'the change is written, but not in force');
}
