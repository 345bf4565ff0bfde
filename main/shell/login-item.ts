import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';

export interface LoginItem {
  readonly isEnabled: () => boolean;
  readonly setEnabled: (enabled: boolean) => void;
}

export interface LaunchCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Starts in the tray, without a window. */
export const hiddenFlag = '--hidden';

export function createLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>,
  platform: NodeJS.Platform,
  launch: LaunchCommand,
): LoginItem {
  // Electron's own call does nothing on Linux.
  if (platform === 'linux') {
    return autostartFile(
      path.join(app.getPath('appData'), 'autostart', 'toolmesh.desktop'),
      launch,
    );
  }
  // The same program and arguments find the entry again on Windows.
  const entry = { path: launch.program, args: [...launch.args, hiddenFlag] };
  return {
    isEnabled: () => app.getLoginItemSettings(entry).openAtLogin,
    setEnabled: (openAtLogin) => {
      app.setLoginItemSettings({ ...entry, openAtLogin });
    },
  };
}

function autostartFile(file: string, { program, args }: LaunchCommand): LoginItem {
  return {
    isEnabled: () => existsSync(file),
    setEnabled(enabled) {
      if (!enabled) {
        rmSync(file, { force: true });
        return;
      }
      const command = [program, ...args, hiddenFlag].map(quoteExec).join(' ');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(
        file,
        `[Desktop Entry]\nType=Application\nName=ToolMesh\nExec=${command}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n`,
      );
    },
  };
}

/** The Desktop Entry rules: quoted, with `"`, `` ` ``, `$` and `\` escaped twice over, `%` doubled. */
function quoteExec(word: string): string {
  const escaped = word.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\');
  return `"${escaped.replaceAll('%', '%%')}"`;
}
