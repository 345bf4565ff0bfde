import type { Desktop } from '../../main/ipc/desktop.ts';

/** Remembers what it was asked to do. */
export class FakeDesktop implements Desktop {
  readonly version = '0.1.0';
  readonly opened: string[] = [];
  readonly copied: string[] = [];
  saveFile: string | undefined = '/home/user/audit.jsonl';
  #atLogin = false;

  openPath(path: string): Promise<void> {
    this.opened.push(path);
    return Promise.resolve();
  }

  openFile(path: string, line?: number): Promise<void> {
    this.opened.push(line === undefined ? path : `${path}:${line}`);
    return Promise.resolve();
  }

  openLink(url: string): Promise<void> {
    this.opened.push(url);
    return Promise.resolve();
  }

  showApprovals(): void {
    this.opened.push('approvals');
  }

  copy(text: string): void {
    this.copied.push(text);
  }

  pickSaveFile(): Promise<string | undefined> {
    return Promise.resolve(this.saveFile);
  }

  startsAtLogin(): boolean {
    return this.#atLogin;
  }

  setStartsAtLogin(enabled: boolean): void {
    this.#atLogin = enabled;
  }
}
