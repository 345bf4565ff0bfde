import type { Launch } from './launcher.ts';

const interpreters = [
  'node',
  'bun',
  'deno',
  'python',
  'python3',
  'npx',
  'uvx',
  'cmd',
  'sh',
  'bash',
];

/**
 * Whether an entry starts this program, from wherever it was installed when it was written. An entry with another
 * transport is somebody else's, whatever its name.
 */
export function isOurs(
  entry: unknown,
  ours: Launch,
  writtenBefore: readonly string[] = [],
): boolean {
  const launch = launchIn(entry);
  if (launch === undefined) return false;
  if (writtenBefore.includes(commandLine(launch))) return true;
  const found = marks(launch);
  const wanted = marks(ours);
  return wanted.every((mark, index) => found[index] === mark);
}

export function commandLine({ command, args }: Launch): string {
  return JSON.stringify([command, ...args]);
}

/** How the entry is started; undefined when it is not a program. */
export function launchIn(entry: unknown): Launch | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const fields = entry as Readonly<Record<string, unknown>>;
  if (['url', 'serverUrl', 'httpUrl', 'uri'].some((name) => name in fields)) return undefined;
  const command = fields['command'] ?? fields['cmd'];
  const words = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
  if (typeof command === 'string') return { command, args: words(fields['args']) };
  if (Array.isArray(command)) {
    const [first, ...rest] = words(command);
    return first === undefined ? undefined : { command: first, args: rest };
  }
  // Zed before 2025 nested it.
  const nested = command as { path?: unknown; args?: unknown } | undefined;
  return typeof nested?.path === 'string'
    ? { command: nested.path, args: words(nested.args) }
    : undefined;
}

/** The script or package that an interpreter runs, when it comes before any option that may take a value. */
export function scriptOf({ command, args }: Launch): string | undefined {
  if (!interpreters.includes(baseName(command))) return undefined;
  const [script] = args.filter((word) => word !== '-y' && word !== '--yes');
  return script === undefined || script.startsWith('-') ? undefined : script;
}

/** What stays the same when the program moves: its file name, or the script's and the words behind it. */
function marks({ command, args }: Launch): readonly string[] {
  const name = baseName(command);
  // The file's name has the version in it.
  if (/^toolmesh.*\.appimage$/.test(name)) return ['toolmesh.appimage', ...args.slice(0, 2)];
  if (!interpreters.includes(name)) return [name];
  const [script = '', ...rest] = args;
  return [baseName(script), ...rest.slice(0, 2)];
}

function baseName(file: string): string {
  const last = file.split(/[\\/]/).at(-1) ?? '';
  return last.toLowerCase().replace(/\.(exe|cmd|bat)$/, '');
}
