import { clipboard, dialog, shell } from 'electron';
import type { Desktop } from '../ipc/desktop.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { LoginItem } from './login-item.ts';

// What a client registers for itself, and what its makers serve: nothing else is opened.
const openedSchemes = /^(https|cursor|vscode|vscode-insiders|goose|lmstudio|cherrystudio):$/;

export function createDesktop(version: string, loginItem: LoginItem): Desktop {
  return {
    version,
    openPath: async (path) => {
      const problem = await shell.openPath(path);
      if (problem !== '')
        throw new GatewayError('internal', `${path} was not opened: ${problem}; open it by hand`);
    },
    openLink: async (url) => {
      if (!openedSchemes.test(new URL(url).protocol))
        throw new GatewayError('internal', 'The link is of a kind that is not opened');
      await shell.openExternal(url);
    },
    copy: (text) => {
      void clipboard.writeText(text);
    },
    pickSaveFile: async (name) => {
      const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name });
      return canceled || filePath === '' ? undefined : filePath;
    },
    startsAtLogin: loginItem.isEnabled,
    setStartsAtLogin: loginItem.setEnabled,
  };
}
