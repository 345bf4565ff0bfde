export interface DesktopSession {
  /** `GNOME`, `KDE`, `ubuntu:GNOME`; empty where the desktop does not say. */
  readonly desktop: string;
}

export function readDesktopSession(
  env: Readonly<Record<string, string | undefined>>,
): DesktopSession {
  return { desktop: env['XDG_CURRENT_DESKTOP'] ?? '' };
}
