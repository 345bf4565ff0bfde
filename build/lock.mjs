// One build at a time in one checkout: two test runs may start together.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Removes the lock of a process that was killed. An unreadable one is just being written or removed. */
function dropAbandoned(file) {
  let holder;
  try {
    holder = Number(readFileSync(file, 'utf8'));
  } catch {
    return;
  }
  if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true });
}

export async function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  while (!tryTake(file)) {
    dropAbandoned(file);
    await pause(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
