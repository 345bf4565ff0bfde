import path from 'node:path';
import type { GatewayView } from '../contract/views.ts';

export type TrayState = 'ok' | 'attention' | 'paused';

export interface TrayLook {
  readonly state: TrayState;
  readonly platform: NodeJS.Platform;
  /** Ignored on macOS, which tints the glyph itself. */
  readonly isPanelDark: boolean;
}

export function trayStateOf(gateway: GatewayView, attention: number): TrayState {
  if (gateway.state === 'paused' || gateway.state === 'stopped') return 'paused';
  return attention > 0 ? 'attention' : 'ok';
}

/** Electron finds the `@1.5x` and `@2x` files beside it by itself. */
export function trayIconFile(folder: string, { state, platform, isPanelDark }: TrayLook): string {
  return path.join(folder, `tray-${state}${suffixFor(platform, isPanelDark)}.png`);
}

function suffixFor(platform: NodeJS.Platform, isPanelDark: boolean): string {
  if (platform === 'darwin') return 'Template';
  return `-on-${isPanelDark ? 'dark' : 'light'}-${platform === 'linux' ? 22 : 16}`;
}

/** GNOME and its kin keep a dark top bar in the light theme too. */
export function isPanelDark(desktop: string, isThemeDark: boolean): boolean {
  return isThemeDark || /gnome|unity|pantheon/i.test(desktop);
}
