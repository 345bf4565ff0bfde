import type {
  ClientExpositionSettings,
  ClientStrategy,
  ExpositionSettings,
} from '../../config/schema/exposition-section.ts';
import type { DescriptionMode } from '../../config/schema/exposition-rules.ts';
import { clientId } from '../../platform/client-id.ts';
import { presetFor } from './client-presets.ts';
import type { UnitStates } from './connection-states.ts';
import type { ExpositionOptions, TagFilter } from './model.ts';

/** How one client sees the tools: what the user set, within what the client takes. */
export interface ClientExposition {
  /** Equal for expositions that show the same. */
  readonly key: string;
  readonly strategy: ClientStrategy;
  readonly options: ExpositionOptions;
  /** An action has to pass all of them. */
  readonly filters: readonly TagFilter[];
  /** More tools than this the client does not take. */
  readonly maxTools: number | undefined;
}

/** What of an exposition is one connection's own. */
export interface ConnectionView {
  /** Canonical names of what its user is granted; undefined while nobody has to be. */
  readonly permitted?: ReadonlySet<string> | undefined;
  readonly states?: UnitStates | undefined;
}

/** Another form than the one that is set, to see what it would cost. */
export interface ExpositionChoice {
  readonly strategy?: ClientStrategy;
  readonly description?: DescriptionMode;
}

export function expositionFor(
  settings: ExpositionSettings | undefined,
  client: string,
  choice: ExpositionChoice = {},
): ClientExposition {
  const own = ownSettings(settings, client);
  const set: ClientExpositionSettings = { ...settings?.default, ...own, ...choice };
  const { nameLimit, reserved, keepsRefs = true, takesDots = true, maxTools } = presetFor(client);
  const options: ExpositionOptions = {
    separator: takesDots ? set.separator : set.separator?.replaceAll('.', '_'),
    discriminator: set.discriminator,
    // Every client takes the strict form; that one takes dots is for the settings to say.
    charset: takesDots ? set.charset : 'strict',
    description: set.description,
    minActions: set.min_actions,
    namespaces: settings?.namespaces,
    nameLimit,
    reserved,
    keepRefs: keepsRefs,
  };
  const filters = [settings?.filter, settings?.default.filter, own?.filter].filter(
    (filter) => filter !== undefined,
  );
  const { strategy = 'code' } = set;
  const key = JSON.stringify([strategy, options, filters, maxTools]);
  return { key, strategy, options, filters, maxTools };
}

function ownSettings(
  settings: ExpositionSettings | undefined,
  client: string,
): ClientExpositionSettings | undefined {
  const found = Object.entries(settings?.clients ?? {}).find(
    ([name]) => clientId(name) === clientId(client),
  );
  return found?.[1];
}
