import type { FilePort } from './file-port.ts';

export interface ClientWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
  readonly files: FilePort;
}

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/** Absolute paths of a template: tokens filled in, `*` matched against what is there. */
export async function expandPath(template: string, world: ClientWorld): Promise<readonly string[]> {
  const filled = await fillTokens(template, world);
  const found = await Promise.all(filled.map((path) => matchStars(path, world.files)));
  return found.flat().map((path) => native(path, world.platform));
}

async function fillTokens(template: string, world: ClientWorld): Promise<readonly string[]> {
  const { env, platform, home } = world;
  const roots = configRoots(world);
  const token = /^\{(\w+)\}/.exec(template)?.[1];
  const rest = template.replace(/^\{\w+\}/, '');
  switch (token) {
    case undefined:
      return [template];
    case 'home':
      return [home + rest];
    case 'appdata':
      return platform === 'win32' ? [(env['APPDATA'] ?? `${home}/AppData/Roaming`) + rest] : [];
    case 'localappdata':
      return platform === 'win32' ? [(env['LOCALAPPDATA'] ?? `${home}/AppData/Local`) + rest] : [];
    case 'xdg':
      // A desktop app does not see a shell's XDG_CONFIG_HOME; macOS has none.
      return platform === 'linux' ? [roots + rest] : [];
    case 'codeuser':
      return editors.map((editor) => `${roots}/${editor}/User${rest}`);
    case 'lmstudio':
      return [(await lmStudioHome(world)) + rest];
    default:
      return [];
  }
}

function configRoots({ env, platform, home }: ClientWorld): string {
  if (platform === 'win32') return env['APPDATA'] ?? `${home}/AppData/Roaming`;
  if (platform === 'darwin') return `${home}/Library/Application Support`;
  const xdg = env['XDG_CONFIG_HOME'] ?? '';
  return xdg === '' ? `${home}/.config` : xdg;
}

async function lmStudioHome({ home, files }: ClientWorld): Promise<string> {
  const pointer = (await files.readText(`${home}/.lmstudio-home-pointer`))?.trim() ?? '';
  return pointer === '' ? `${home}/.lmstudio` : pointer;
}

/** `*` matches within one name, never across a separator. */
async function matchStars(path: string, files: FilePort): Promise<readonly string[]> {
  const parts = path.split('/');
  const index = parts.findIndex((part) => part.includes('*'));
  if (index === -1) return [path];
  const form = new RegExp(`^${(parts[index] ?? '').split('*').map(escapeForm).join('.*')}$`, 'i');
  const folder = parts.slice(0, index).join('/');
  const names = (await files.list(folder)).filter((name) => form.test(name));
  const rest = parts.slice(index + 1);
  const found = await Promise.all(
    names.map((name) => matchStars([folder, name, ...rest].join('/'), files)),
  );
  return found.flat();
}

function escapeForm(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function native(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' && process.platform === 'win32' ? path.replaceAll('/', '\\') : path;
}
