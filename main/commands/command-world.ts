import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePaths, type Environment, type Paths } from '../config/paths.ts';
import { logLevelOf } from '../config/log-level.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { createStderrLogger, type Logger } from '../platform/logger.ts';
import { shippedFiles, type ShippedFiles } from '../platform/shipped-files.ts';

/** What every command knows about where it runs. */
export interface CommandWorld {
  readonly version: string;
  readonly env: Environment;
  readonly paths: Paths;
  readonly shipped: ShippedFiles;
  readonly logger: Logger;
}

export function commandWorld(): CommandWorld {
  const env = readEnvironment();
  const outFolder = outFolderOf(fileURLToPath(import.meta.url));
  return {
    version: readVersion(path.join(path.dirname(outFolder), 'package.json')),
    env,
    paths: resolvePaths(env),
    shipped: shippedFiles(outFolder),
    logger: createStderrLogger(logLevelOf(env)),
  };
}

// The command's code is split into chunks below `out/`; from the sources (tests) it lies in `main/`.
function outFolderOf(file: string): string {
  const parts = path.dirname(file).split(path.sep);
  const index = parts.lastIndexOf('out');
  const root = index === -1 ? parts.slice(0, parts.lastIndexOf('main')) : parts.slice(0, index);
  return [...root, 'out'].join(path.sep);
}

function readVersion(file: string): string {
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
