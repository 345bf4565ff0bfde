/**
 * Cells for files that run again and again. The isolate of a run that ended well serves the same files with
 * a new context: V8 has their code already, and an isolate takes 0.8 ms to make where a context takes 0.4.
 */
import { putNewest } from '../../platform/put-newest.ts';
import type { SourceFile } from '../sandbox.ts';
import type { Cell } from './cell.ts';
import type { CellPool } from './cell-pool.ts';

export interface SourceCells {
  take(files: readonly SourceFile[], memoryMb: number): Promise<Cell>;
  /** After a run that came to its end; its isolate must have nothing left that could still run. */
  giveBack(files: readonly SourceFile[], cell: Cell): void;
  /** Makes what is missing; for a moment in which nobody waits. */
  fill(): Promise<void>;
  /** Leaves what a host with nothing to do may hold. */
  rest(): void;
  forget(files: readonly SourceFile[]): void;
}

/** A client asks two things of one unit at once more often than three. */
const maxReady = 2;
/** As many callers at once are served without a new isolate for each. */
const maxUsed = 16;
const maxSources = 4;
/**
 * What an isolate may hold and still serve again. A context leaves 0.4 MB behind until V8 collects it, so an
 * isolate serves about six runs; a unit with big tables has one for each. With 6 MB, units of 16 callers were
 * answered 457 times a second instead of 545: V8 then collects in the middle of runs.
 */
const maxBytes = 3 * 1024 * 1024;

interface Shelf {
  readonly memoryMb: number;
  /** With a new context. */
  readonly ready: Cell[];
  /** With the context of their last run. */
  readonly used: Cell[];
}

/** `hasRoom`: whether the process may hold isolates for later. */
export function createSourceCells(
  pool: CellPool,
  renew: (cell: Cell) => Promise<Cell>,
  hasRoom: () => boolean,
): SourceCells {
  /** The files asked for last at the end. */
  const shelves = new Map<readonly SourceFile[], Shelf>();
  let isFilling = false;

  function shelf(files: readonly SourceFile[], memoryMb: number): Shelf {
    let found = shelves.get(files);
    if (found?.memoryMb !== memoryMb) {
      giveUp(found);
      found = { memoryMb, ready: [], used: [] };
    }
    for (const [, oldest] of putNewest(shelves, files, found, maxSources)) giveUp(oldest);
    return found;
  }

  async function renewOne(files: readonly SourceFile[], place: Shelf, used: Cell): Promise<void> {
    const cell = await renew(used);
    // Meanwhile the shelf may have been given up, or replaced by one for another limit.
    if (shelves.get(files) === place) place.ready.push(cell);
    else cell.isolate.dispose();
  }

  return {
    async take(files, memoryMb) {
      const { ready, used } = shelf(files, memoryMb);
      const cell = ready.pop();
      if (cell !== undefined) return cell;
      const last = used.pop();
      return last === undefined ? await pool.take(memoryMb) : await renew(last);
    },
    giveBack(files, cell) {
      const place = shelves.get(files);
      const isWanted = place?.memoryMb === cell.memoryMb && place.used.length < maxUsed;
      const isRoomy = hasRoom();
      // What fills the host may be in the isolates that wait here.
      if (!isRoomy) for (const full of shelves.values()) giveUp(full);
      if (isRoomy && isWanted && bytesOf(cell) <= maxBytes) place.used.push(cell);
      else cell.isolate.dispose();
    },
    async fill() {
      if (isFilling) return;
      isFilling = true;
      try {
        for (const [files, place] of [...shelves].reverse())
          while (place.ready.length < maxReady) {
            const used = place.used.pop();
            if (used === undefined) break;
            await renewOne(files, place, used);
          }
        await pool.fill();
      } finally {
        isFilling = false;
      }
    },
    rest() {
      for (const { ready, used } of shelves.values())
        for (const cell of [...ready.splice(1), ...used.splice(0)]) cell.isolate.dispose();
    },
    forget(files) {
      giveUp(shelves.get(files));
      shelves.delete(files);
    },
  };
}

function giveUp(shelf: Shelf | undefined): void {
  if (shelf === undefined) return;
  for (const cell of [...shelf.ready.splice(0), ...shelf.used.splice(0)]) cell.isolate.dispose();
}

function bytesOf({ isolate }: Cell): number {
  const { used_heap_size: heap, externally_allocated_size: buffers } =
    isolate.getHeapStatisticsSync();
  return heap + buffers;
}
