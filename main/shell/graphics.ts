// A broken graphics driver: the GPU process dies at the start, and a page that begins to load just then
// never arrives (six of twelve starts under Xvfb; none of seven without hardware acceleration).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App, WebContents } from 'electron';
import { z } from 'zod';
import type { Logger } from '../platform/logger.ts';

const memory = z.object({ offSince: z.string() });

export interface Graphics {
  /** Hardware acceleration was given up on this machine. */
  readonly isOff: boolean;
  /** From the next start on it is off. */
  readonly giveUp: () => void;
}

/** What was remembered holds for one version of the app: the next brings another Chromium, which is tried. */
export function rememberedGraphics(file: string, version: string): Graphics {
  return {
    isOff: readMemory(file)?.offSince === version,
    giveUp: () => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ offSince: version }));
    },
  };
}

/** Must run before the app is ready. */
export function turnGraphicsOff(
  app: Pick<App, 'disableHardwareAcceleration' | 'commandLine'>,
): void {
  app.disableHardwareAcceleration();
  app.commandLine.appendSwitch('disable-gpu');
}

export interface GraphicsWatch {
  readonly app: Pick<App, 'on' | 'off' | 'commandLine'>;
  readonly contents: Pick<WebContents, 'once'>;
  readonly graphics: Graphics;
  /** Starts the app anew. */
  readonly restart: () => void;
  readonly logger: Logger;
  /** How long a page may load after its GPU process died; Chromium starts another within a second. */
  readonly graceMs?: number;
  /** How long it may load at all: a GPU process that ends while it starts is not reported by Electron. */
  readonly loadMs?: number;
}

/** Starts the app once more without hardware acceleration when its page does not arrive. */
export function watchGraphics(watch: GraphicsWatch): void {
  const { app, contents, graphics, restart, logger } = watch;
  if (graphics.isOff || app.commandLine.hasSwitch('disable-gpu')) return;
  const giveUp = (why: string): void => {
    stop();
    logger.log('warn', `${why}; ToolMesh starts again without hardware acceleration`);
    try {
      graphics.giveUp();
    } catch (error) {
      // Without the memory it would start again and again.
      logger.log('error', 'ToolMesh does not start again', { cause: String(error) });
      return;
    }
    restart();
  };
  let timer = setTimeout(() => {
    giveUp('The window did not load');
  }, watch.loadMs ?? 10_000);
  const onGone = (_event: unknown, { type, reason }: { type: string; reason: string }): void => {
    if (type !== 'GPU') return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      giveUp(`The GPU process ended (${reason}) and the window did not load`);
    }, watch.graceMs ?? 3000);
  };
  const stop = (): void => {
    clearTimeout(timer);
    app.off('child-process-gone', onGone);
  };
  app.on('child-process-gone', onGone);
  // Once it is there, Chromium replaces a GPU process that dies by itself.
  contents.once('did-finish-load', stop);
}

function readMemory(file: string): z.infer<typeof memory> | undefined {
  try {
    return memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Absent on nearly every machine; a broken one is as good as none.
    return undefined;
  }
}
