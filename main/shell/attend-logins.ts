import { loginItems } from '../contract/attention.ts';
import type { WindowServices } from '../contract/window-services.ts';
import type { ShellWords } from './shell-words.ts';

export interface LoginAttendance {
  readonly services: WindowServices;
  readonly words: () => ShellWords;
  readonly notify: (body: string, onClick: () => void) => void;
  readonly logIn: (backend: string, unit: string | null) => Promise<void>;
}

/** Says once of each backend that it needs a login; a click on it opens the page. */
export function attendLogins({ services, words, notify, logIn }: LoginAttendance): () => void {
  let told = new Set<string>();
  const update = (): void => {
    const waiting = loginItems(services.gateway(), services.units()).map(({ backend, unit }) => ({
      name: backend.name,
      unit: unit?.name ?? null,
      isNeeded: backend.login === 'needed',
    }));
    const keyOf = ({ name, unit }: (typeof waiting)[number]): string => `${unit ?? ''}/${name}`;
    for (const each of waiting) {
      if (!each.isNeeded || told.has(keyOf(each))) continue;
      notify(words().signInNeeded(each.name), () => void logIn(each.name, each.unit));
    }
    told = new Set(waiting.map(keyOf));
  };
  update();
  const stops = [services.onGatewayChange(update), services.onUnitsChange(update)];
  return () => {
    for (const stop of stops) stop();
  };
}
