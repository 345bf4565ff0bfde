// Where fetched Electrons are kept between checkouts: the user's cache folder, else one in the repository.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function cacheFolder() {
  const shared = path.join(
    process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
    'toolmesh-build',
  );
  if (isWritable(shared)) return shared;
  const own = fileURLToPath(new URL('../../.cache/toolmesh-build', import.meta.url));
  mkdirSync(own, { recursive: true });
  return own;
}
