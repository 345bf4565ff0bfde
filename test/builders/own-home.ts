import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const cliFile = path.join(root, 'out', 'cli.mjs');

export interface OwnHome {
  readonly folder: string;
  /** Environment that moves everything of ToolMesh below the folder. */
  readonly env: Record<string, string>;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Copies the shipped netdata unit, with its agent at `url`. */
  addNetdata(url: string): void;
  remove(): void;
}

/** A temporary home of its own for one gateway: configuration, data and socket. */
export function ownHome(): OwnHome {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-home-'));
  const inHome = (file: string): string => path.join(folder, 'config', file);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(inHome(file)), { recursive: true });
    writeFileSync(inHome(file), text);
  };
  const read = (file: string): string => readFileSync(inHome(file), 'utf8');
  return {
    folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TOOLMESH_HOME: path.join(folder, 'config'),
      TOOLMESH_DATA: path.join(folder, 'data'),
      XDG_RUNTIME_DIR: folder,
    },
    write,
    read,
    addNetdata(url) {
      cpSync(path.join(root, 'units', 'netdata'), inHome('units/netdata'), { recursive: true });
      const file = 'units/netdata/unit.yaml';
      write(file, read(file).replace(/url: .*/, `url: ${url}`));
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
