// cross-spawn finds code.cmd on Windows and quotes for it; nothing ever goes through a shell.
import spawn from 'cross-spawn';

/** Editors that open a file at a line by a link of their own, in the order they are looked for. */
const schemes = ['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'windsurf', 'zed'] as const;

export interface EditorWorld {
  readonly platform: NodeJS.Platform;
  /** The program the system has for links of this kind; empty when there is none. */
  readonly handlerOf: (link: string) => string;
  readonly openLink: (link: string) => Promise<void>;
  readonly openPath: (path: string) => Promise<void>;
  /** Starts a program that outlives us; rejects when it cannot be started. */
  readonly start: (program: string, args: readonly string[]) => Promise<void>;
}

/** The person's own command first, then an editor that has registered its links, else what the system has. */
export async function openAtLine(
  world: EditorWorld,
  editor: readonly string[],
  file: string,
  line: number | undefined,
): Promise<void> {
  const [program, ...args] = editor;
  if (program !== undefined) {
    await world.start(
      program,
      args.map((arg) =>
        arg.replaceAll('{file}', () => file).replaceAll('{line}', String(line ?? 1)),
      ),
    );
    return;
  }
  const scheme =
    line === undefined ? undefined : schemes.find((each) => world.handlerOf(`${each}://`) !== '');
  if (scheme === undefined || line === undefined) await world.openPath(file);
  else await world.openLink(editorLink(scheme, file, line, world.platform));
}

/** `vscode://file/C:/units/a%20b/unit.yaml:9`: the editors read the path as a URL has it. */
export function editorLink(
  scheme: string,
  file: string,
  line: number,
  platform: NodeJS.Platform,
): string {
  const slashed = platform === 'win32' ? `/${file.replaceAll('\\', '/')}` : file;
  const escaped = slashed.split('/').map(encodeURIComponent).join('/').replace(/%3A/gi, ':');
  return `${scheme}://file${escaped}:${line}`;
}

/** Started without a shell, and not ended with us. */
export function startProgram(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
