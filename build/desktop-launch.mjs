// How Electron has to be started on this machine; used by `npm start` and nothing that ships.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Arguments that let Chromium start where its sandbox can't; empty everywhere else. */
export function sandboxArguments(electron) {
  if (process.platform !== 'linux') return [];
  const reason = process.getuid() === 0 ? 'running as root' : missingSandbox(electron);
  if (reason === undefined) return [];
  console.error(`Chromium's own sandbox is off for this start: ${reason}`);
  return ['--no-sandbox'];
}

/** Ubuntu 24.04 and others forbid user namespaces; then Chromium wants its setuid helper, which npm can't install. */
function missingSandbox(electron) {
  const isForbidden =
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    setting('/proc/sys/kernel/unprivileged_userns_clone') === '0';
  return isForbidden && !isSetuidRoot(path.join(path.dirname(electron), 'chrome-sandbox'))
    ? 'user namespaces are restricted here and chrome-sandbox is not setuid root'
    : undefined;
}

function setting(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function isSetuidRoot(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0;
}
