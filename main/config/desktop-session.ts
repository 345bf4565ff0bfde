export interface DesktopSession {
  /** `GNOME`, `KDE`, `ubuntu:GNOME`; empty where the desktop does not say. */
  readonly desktop: string;
  /** The AppImage this process was started from; its unpacked copy is gone after the exit. */
  readonly appImage: string | undefined;
}

export function readDesktopSession(
  env: Readonly<Record<string, string | undefined>>,
): DesktopSession {
  return { desktop: env['XDG_CURRENT_DESKTOP'] ?? '', appImage: env['APPIMAGE'] };
}
