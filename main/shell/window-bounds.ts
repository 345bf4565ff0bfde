import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

export interface WindowState {
  /** Position absent on the first start: the system places the window. */
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>;
  readonly maximized: boolean;
  /** The note that closing keeps the gateway running was shown. */
  readonly toldAboutTray: boolean;
}

export const minimumSize = { width: 360, height: 480 };

const firstState: WindowState = {
  bounds: { width: 1080, height: 720 },
  maximized: false,
  toldAboutTray: false,
};

const stateFile = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  maximized: z.boolean(),
  toldAboutTray: z.boolean(),
});

/** A missing or broken file is the first start: where a window was is worth no error. */
export function loadWindowState(file: string, screens: readonly Rectangle[]): WindowState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return firstState;
  }
  const parsed = stateFile.safeParse(parseJson(text));
  if (!parsed.success) return firstState;
  return { ...parsed.data, bounds: fitBounds(parsed.data.bounds, screens) };
}

/** Written beside and renamed, so that a crash leaves the old state. */
export function saveWindowState(file: string, state: WindowState): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(state));
  renameSync(fresh, file);
}

/** Keeps the size within reason and drops a position on a screen that is gone. */
export function fitBounds(bounds: Rectangle, screens: readonly Rectangle[]): WindowState['bounds'] {
  const width = Math.max(bounds.width, minimumSize.width);
  const height = Math.max(bounds.height, minimumSize.height);
  // The title bar must be reachable: 100 px of its width and its top edge on one screen.
  const reachable = screens.some(
    (screen) =>
      bounds.x + width >= screen.x + 100 &&
      bounds.x <= screen.x + screen.width - 100 &&
      bounds.y >= screen.y &&
      bounds.y <= screen.y + screen.height - 40,
  );
  return reachable ? { x: bounds.x, y: bounds.y, width, height } : { width, height };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
