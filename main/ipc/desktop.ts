/** What the handlers ask of the desktop; the shell has Electron's, tests have their own. */
export interface Desktop {
  readonly version: string;
  /** Shows a file or folder in the program the system has for it. */
  openPath(path: string): Promise<void>;
  /** Shows a text file at a line, in the editor of the person where it is known. */
  openFile(path: string, line?: number): Promise<void>;
  openLink(url: string): Promise<void>;
  copy(text: string): void;
  /** Brings the calls that wait for a person to the front. */
  showApprovals(): void;
  /** Where the person wants a file saved; undefined when they changed their mind. */
  pickSaveFile(name: string): Promise<string | undefined>;
  startsAtLogin(): boolean;
  setStartsAtLogin(enabled: boolean): void;
}
