import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface TrayEntry {
  readonly id: number;
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
  /** Null for an entry without a check mark. */
  readonly checked: boolean | null;
  readonly children: readonly TrayEntry[];
}

export interface TrayReading {
  readonly tooltip: string;
  readonly icon: readonly {
    readonly width: number;
    readonly height: number;
    readonly sha: string;
  }[];
  readonly menu: readonly TrayEntry[];
}

/** The system's own: its D-Bus bindings are no part of any other Python. */
const python = '/usr/bin/python3';

/** Why no panel can be shown here; undefined where it can. */
export function panelMissing(): string | undefined {
  if (process.platform !== 'linux') return 'StatusNotifier panels are Linux only';
  const tried = spawnSync(python, ['-c', 'import gi'], { stdio: 'ignore' });
  return tried.status === 0 ? undefined : 'the package python3-gi is not installed';
}

/** A panel on the session bus of this environment. */
export class StatusNotifierHost {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string, undefined>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string, undefined>) {
    this.#child = child;
    this.#lines = lines;
  }

  static async start(): Promise<StatusNotifierHost> {
    const script = path.join(import.meta.dirname, 'status-notifier-host.py');
    const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const host = new StatusNotifierHost(child, lines);
    await host.#next('ready');
    return host;
  }

  /** Resolves when the next icon has registered. */
  async registered(): Promise<void> {
    await this.#next('registered');
  }

  async read(): Promise<TrayReading> {
    return (await this.#ask({ do: 'read' }, 'menu')) as TrayReading;
  }

  /** Clicks the entry with this label, also one in a submenu. */
  async click(label: string): Promise<void> {
    const found = flatten((await this.read()).menu).find((entry) => entry.label === label);
    if (found === undefined) throw new Error(`The tray menu has no entry "${label}"`);
    await this.#ask({ do: 'click', id: found.id }, 'done');
  }

  /** A left click on the icon. */
  async activate(): Promise<void> {
    await this.#ask({ do: 'activate' }, 'done');
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  #ask(command: object, key: string): Promise<object> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    return this.#next(key);
  }

  /** Skips lines about something else, such as an icon that registered meanwhile. */
  async #next(key: string): Promise<object> {
    for (;;) {
      const line = await this.#lines.next();
      if (line.done === true) throw new Error('The panel ended');
      const answer = JSON.parse(line.value) as Record<string, unknown>;
      if (typeof answer['error'] === 'string') throw new Error(answer['error']);
      if (key in answer) return answer;
    }
  }
}

function flatten(entries: readonly TrayEntry[]): TrayEntry[] {
  return entries.flatMap((entry) => [entry, ...flatten(entry.children)]);
}
