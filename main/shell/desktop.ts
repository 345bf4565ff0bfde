import { app, clipboard, dialog, shell } from 'electron';
import type { Desktop } from '../ipc/desktop.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { LoginItem } from './login-item.ts';
import { openAtLine, startProgram } from './open-at-line.ts';

// What a client registers for itself, and what its makers serve: nothing else is opened.
const openedSchemes = /^(https|cursor|vscode|vscode-insiders|goose|lmstudio|cherrystudio):$/;

export interface DesktopParts {
  readonly version: string;
  readonly loginItem: LoginItem;
  /** The person's own command for files, as settings.yaml has it; empty for none. */
  readonly editor: () => readonly string[];
  readonly showApprovals: () => void;
}

export function createDesktop({
  version,
  loginItem,
  editor,
  showApprovals,
}: DesktopParts): Desktop {
  const openPath = async (path: string): Promise<void> => {
    const problem = await shell.openPath(path);
    if (problem !== '')
      throw new GatewayError('internal', `${path} was not opened: ${problem}; open it by hand`);
  };
  return {
    version,
    openPath,
    openFile: async (path, line) => {
      const own = editor();
      const world = {
        platform: process.platform,
        handlerOf: (link: string) => app.getApplicationNameForProtocol(link),
        openLink: (link: string) => shell.openExternal(link),
        openPath,
        start: startProgram,
      };
      await openAtLine(world, own, path, line).catch((cause: unknown) => {
        if (own[0] === undefined) throw cause;
        throw new GatewayError(
          'config-invalid',
          `settings.yaml, window.editor: "${own[0]}" was not started (${String(cause)}); name a program that is there`,
          { cause },
        );
      });
    },
    openLink: async (url) => {
      if (!openedSchemes.test(new URL(url).protocol))
        throw new GatewayError('internal', 'The link is of a kind that is not opened');
      await shell.openExternal(url);
    },
    copy: (text) => {
      void clipboard.writeText(text);
    },
    showApprovals,
    pickSaveFile: async (name) => {
      const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: name });
      return canceled || filePath === '' ? undefined : filePath;
    },
    startsAtLogin: loginItem.isEnabled,
    setStartsAtLogin: loginItem.setEnabled,
  };
}
