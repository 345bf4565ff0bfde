/** One sandbox host as a child process: spawn, frames in and out, the kill. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../platform/logger.ts';
import { createLineReader } from './line-reader.ts';
import type { GatewayFrame, HostFrame } from './protocol.ts';
import { encodeFrame, parseHostFrame, splitFrame } from './protocol.ts';

export interface HostLocation {
  /** A Node 26 binary. */
  readonly nodePath: string;
  /** `host.cjs`, with `isolated-vm.node` in the same folder. */
  readonly hostScript: string;
  /** Milliseconds it may take to start; 20 s unless told. */
  readonly startMs?: number;
}

export interface HostProcessEvents {
  readonly onFrame: (frame: HostFrame, payload: string | undefined) => void;
  /** Once, after the process is gone or could not be started. */
  readonly onExit: (reason: string) => void;
}

export interface HostProcess {
  readonly pid: number | undefined;
  /** Settles with `onExit`. */
  readonly exited: Promise<void>;
  send(frame: GatewayFrame, payload?: string): void;
  kill(): void;
}

/** Starting takes 0.1 s; with ten busy processes on two cores it was seen to take more than one. */
const usualStartMs = 20_000;
/** 10 MB of control characters are 60 MB as JSON; more than this is no honest frame. */
const maxFrameChars = 96 * 1024 * 1024;

export function startHostProcess(
  { nodePath, hostScript, startMs = usualStartMs }: HostLocation,
  logger: Logger,
  { onFrame, onExit }: HostProcessEvents,
): HostProcess {
  const folder = resolveFolder(path.dirname(hostScript));
  const child = spawn(
    nodePath,
    [
      // isolated-vm: without it the second isolate crashes the process on recent Node.
      '--no-node-snapshot',
      // V8 keeps the pages of isolates that are gone for 8 s, and the host would look bigger than it is.
      '--memory-pool-timeout=1',
      '--permission',
      '--allow-addons',
      '--disable-warning=PERM0001',
      `--allow-fs-read=${folder}`,
      path.join(folder, path.basename(hostScript)),
    ],
    // On Windows libuv adds what a process cannot start without, such as SystemRoot.
    { cwd: folder, env: {}, shell: false, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let complaint = '';
  let isGone = false;
  const start = setTimeout(() => {
    complaint ||= `not ready after ${startMs / 1000} s`;
    kill();
  }, startMs).unref();
  let settleExit: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => {
    settleExit = resolve;
  });

  function gone(reason: string): void {
    if (isGone) return;
    isGone = true;
    clearTimeout(start);
    onExit(complaint === '' ? reason : `${reason}: ${complaint}`);
    settleExit();
  }

  function kill(): void {
    child.kill('SIGKILL');
  }

  function distrust(what: string): void {
    logger.log('error', `Sandbox host sent ${what}; it is stopped`, { pid: child.pid });
    kill();
  }

  const readLine = createLineReader(maxFrameChars, onLine, () => {
    distrust('a line without end');
  });
  function onLine(line: string): void {
    if (isGone || child.killed) return;
    let frame: HostFrame | undefined;
    let payload: string | undefined;
    try {
      const parts = splitFrame(line);
      frame = parseHostFrame(parts.header);
      payload = parts.payload;
    } catch {
      // Not JSON: treated like any other line that is no frame.
    }
    if (frame === undefined) {
      distrust('a line that is no frame');
      return;
    }
    clearTimeout(start);
    onFrame(frame, payload);
  }

  child.stdout.on('data', readLine);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-500).trim();
    logger.log('warn', `Sandbox host: ${text.slice(0, 2000).trim()}`, { pid: child.pid });
  });
  // Writing to a host that has just died; its exit is reported anyway.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => {
    gone(error.message);
  });
  // Not "exit": what the host said before its end must be read first.
  child.on('close', (code, signal) => {
    gone(signal === null ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`);
  });

  return {
    pid: child.pid,
    exited,
    send(frame, payload) {
      if (child.stdin.writable) child.stdin.write(encodeFrame(frame, payload));
    },
    kill,
  };
}

/** The permission model compares real paths. */
function resolveFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}
