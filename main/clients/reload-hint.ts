import type { Client } from './registry/client-schema.ts';

/** What the user does so that the client takes the change up. */
export function reloadHint({ label, reload }: Pick<Client, 'label' | 'reload'>): string {
  if (reload.startsWith('command:'))
    return `Type ${reload.slice(8)} in ${label}, or start it again`;
  switch (reload) {
    case 'quit-before-write':
      return `Start ${label}`;
    case 'new-session':
      return `Open a new session of ${label}`;
    case 'watched':
      return `${label} notices by itself; if not, restart it`;
    case 'toggle':
      return `Switch the entry off and on in the settings of ${label}, or restart it`;
    case 'refresh-button':
    case 'reload-button':
      return `Press refresh in the MCP panel of ${label}, or restart it`;
    case 'reload-window':
      return `Reload the window of ${label}`;
    default:
      return `Restart ${label}`;
  }
}
