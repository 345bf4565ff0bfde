import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends a child and everything it started. On POSIX the child must lead a process group (`detached`);
 * on Windows taskkill walks the tree. `force` skips the polite signal.
 */
export function killTree(child: ChildProcess, force: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', ...(force ? ['/f'] : [])], {
      stdio: 'ignore',
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-pid, force ? 'SIGKILL' : 'SIGTERM');
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
