import { disabledUnits } from '../config/ask-config.ts';
import type { MissingKeyView } from '../contract/views.ts';
import { credentialUsers } from './credential-users.ts';
import type { GatewayParts } from './run-gateway.ts';

/**
 * Keys that what is switched on needs and nobody has set, looked for whenever that may have changed.
 * Names only: the keychain is not asked, so nothing here opens its prompt.
 */
export function watchMissingKeys(
  { config, credentials }: Pick<GatewayParts, 'config' | 'credentials'>,
  tell: () => void,
): () => readonly MissingKeyView[] {
  let missing: readonly MissingKeyView[] = [];
  const look = async (): Promise<void> => {
    const { backends, units } = config.current;
    const disabled = disabledUnits(config.current);
    const needed = credentialUsers({
      backends,
      units: units.filter(({ name }) => !disabled.includes(name)),
    }).filter(({ isOptional }) => !isOptional);
    const known = new Set((await credentials.list()).map(({ name }) => name));
    const names = new Set(needed.map(({ name }) => name).filter((name) => !known.has(name)));
    const found = [...names].sort().map((name) => ({
      name,
      usedBy: needed.filter((use) => use.name === name).map(({ user }) => user),
    }));
    if (JSON.stringify(found) === JSON.stringify(missing)) return;
    missing = found;
    tell();
  };
  // A list that cannot be read is an error of the credentials page, which says why.
  const lookAgain = (): void => void look().catch(() => undefined);
  lookAgain();
  config.onChange(lookAgain);
  credentials.onChange(lookAgain);
  return () => missing;
}
