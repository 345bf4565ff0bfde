import type { ClientNext, ReloadWay } from '../contract/client-next.ts';
import type { Client } from './registry/client-schema.ts';

const typed = 'command:';

/** What the user does so that the client takes the change up. */
export function reloadStep({ label, reload }: Pick<Client, 'label' | 'reload'>): ClientNext {
  const command = reload.startsWith(typed) ? reload.slice(typed.length) : '';
  return { todo: 'reload', label, way: command === '' ? wayOf(reload) : 'type', command };
}

function wayOf(reload: string): ReloadWay {
  switch (reload) {
    case 'quit-before-write':
      return 'start';
    case 'watched':
      return 'by-itself';
    case 'refresh-button':
    case 'reload-button':
      return 'refresh';
    case 'new-session':
    case 'toggle':
    case 'reload-window':
      return reload;
    default:
      return 'restart';
  }
}
