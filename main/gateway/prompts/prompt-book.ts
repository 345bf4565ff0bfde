import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { toPublicName, withHash } from '../exposition/public-names.ts';
import type { Offering } from '../offers/offer-directory.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PromptEntry {
  readonly backend: string;
  /** As the backend knows it. */
  readonly name: string;
  /** `<backend>_<prompt>`, fit for every client. */
  readonly publicName: string;
  readonly listed: Fields;
}

/** The prompts of all backends by their public names, which follow the rules of tools. */
export type PromptBook = ReadonlyMap<string, PromptEntry>;

/** Of two that want one name the longer backend name keeps it; the other gets a hash. */
export function buildPromptBook(offerings: readonly Offering[]): PromptBook {
  const names = new Map<string, PromptEntry>();
  const byLength = [...offerings].sort(
    (a, b) => b.backend.length - a.backend.length || (a.backend < b.backend ? -1 : 1),
  );
  for (const { backend, offers } of byLength) {
    for (const raw of offers.prompts()) {
      const { name } = raw;
      const wanted = toPublicName(`${backend}_${name}`);
      const publicName = names.has(wanted) ? withHash(wanted, `${backend}\n${name}`) : wanted;
      names.set(publicName, { backend, name, publicName, listed: { ...raw, name: publicName } });
    }
  }
  const order = new Map(offerings.map(({ backend }, index) => [backend, index]));
  const place = ({ backend }: PromptEntry): number => order.get(backend) ?? 0;
  return new Map([...names].sort(([, a], [, b]) => place(a) - place(b)));
}

export function findPrompt(
  publicName: string,
  book: PromptBook,
  backends: readonly string[],
): PromptEntry {
  const found = book.get(publicName);
  if (found !== undefined) return found;
  const names = [...book.values()].filter(({ backend }) => backends.includes(backend));
  const hint = nearestHint(
    publicName,
    names.map((entry) => entry.publicName),
  );
  throw new GatewayError(
    'unknown-prompt',
    `Prompt "${publicName}" does not exist${hint}; prompts/list has what there is`,
  );
}
