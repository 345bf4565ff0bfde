/** Where the built parts and the pictures lie; filled by the composition root. */
export interface ShellPaths {
  /** One CommonJS file. */
  readonly preload: string;
  /** Folder of the built page; only files below it are served. */
  readonly page: string;
  /** Folder of the rasterised tray and window icons. */
  readonly icons: string;
  /** File that remembers where the window was. */
  readonly windowState: string;
}
