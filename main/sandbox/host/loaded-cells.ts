/**
 * Cells whose files are loaded ahead of their run: loading costs a unit's call 1 to 2 ms. Still one cell for
 * one run, and only for files that have run before and whose top level looks at nothing that changes.
 */
import { putNewest } from '../../platform/put-newest.ts';
import type { SourceFile } from '../sandbox.ts';
import { bare } from './bare.ts';
import type { Cell } from './cell.ts';
import type { CellPool } from './cell-pool.ts';
import type { Compile } from './code-cache.ts';
import { loadFiles } from './load-files.ts';

export interface Source {
  /** By which the gateway knows the files; none for a script. */
  readonly key?: number;
  readonly files: readonly SourceFile[];
  /** Runs that came to their end. Loaded ahead from the second on: much is run once only. */
  served: number;
  /** It is a script, or loading it ahead went wrong. */
  isUnfit: boolean;
}

/** What a run wants of its cell; files that are loaded for one wish may see what another would not show. */
export interface Wish {
  readonly memoryMb: number;
  /** Globals the run adds, in their order. */
  readonly globals: readonly string[];
}

export interface ReadyCell {
  readonly cell: Cell;
  readonly isLoaded: boolean;
}

export interface LoadedCells {
  take(source: Source, wish: Wish): Promise<ReadyCell>;
  /** Makes what is missing; for a moment in which nobody waits. */
  fill(): Promise<void>;
  forget(source: Source): void;
}

/** A client asks two things of one unit at once more often than three. */
const perSource = 2;
const maxSources = 2;
/** Loading ran well before; what does not end now looks at something that is not watched. */
const patienceMs = 1000;
/**
 * Tables of a top level would be held four times over by a host with nothing to do, which is replaced for
 * 17 MB. A cell without files has 0.7 MB, with the files of a big unit 0.8.
 */
const maxBytes = 2 * 1024 * 1024;

interface Shelf extends Wish {
  readonly cells: Cell[];
}

export interface LoadedCellsEvents {
  readonly onWorn: (why: string) => void;
  /** The files are not loaded ahead any more. */
  readonly onUnfit: (source: Source) => void;
}

export function createLoadedCells(
  pool: CellPool,
  compile: Compile,
  { onWorn, onUnfit }: LoadedCellsEvents,
): LoadedCells {
  /** The source asked for last at the end. */
  const shelves = new Map<Source, Shelf>();
  let isFilling = false;

  function drop(source: Source): void {
    giveUp(shelves.get(source));
    shelves.delete(source);
  }

  function shelf(source: Source, wish: Wish): Shelf {
    let found = shelves.get(source);
    if (found === undefined || !isSame(found, wish)) {
      drop(source);
      found = { memoryMb: wish.memoryMb, globals: wish.globals, cells: [] };
    }
    for (const [, oldest] of putNewest(shelves, source, found, maxSources)) giveUp(oldest);
    return found;
  }

  async function load(source: Source, place: Shelf): Promise<void> {
    const cell = await pool.take(place.memoryMb);
    const end = await loadAhead(source, place.globals, cell);
    // While it was loaded the shelf may have been given up, or replaced by one for another wish.
    if (end === 'fit' && shelves.get(source) === place) {
      place.cells.push(cell);
      return;
    }
    if (end !== 'fit') {
      source.isUnfit = true;
      // Before the host is given up: the next one must not try it again.
      onUnfit(source);
      drop(source);
    }
    if (end === 'stuck') onWorn('files loaded ahead of a run did not end');
    if (cell.isolate.isDisposed) onWorn('an isolate reached its memory limit');
    else cell.isolate.dispose();
  }

  async function loadAhead(
    source: Source,
    globals: readonly string[],
    cell: Cell,
  ): Promise<'fit' | 'unfit' | 'stuck'> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'stuck'>((resolve) => {
      timer = setTimeout(resolve, patienceMs, 'stuck');
    });
    const loaded = (async () => {
      cell.watch.applyIgnored(undefined, [JSON.stringify(globals)], bare({}));
      await loadFiles(source.files, cell, compile);
      const isFit: unknown = await cell.seal.apply(undefined, [], bare({}));
      const { used_heap_size: heap, externally_allocated_size: buffers } =
        cell.isolate.getHeapStatisticsSync();
      return isFit === true && heap + buffers < maxBytes ? ('fit' as const) : ('unfit' as const);
    })().catch(() => 'unfit' as const);
    const end = await Promise.race([loaded, tooLate]);
    clearTimeout(timer);
    return end;
  }

  function shortShelf(): [Source, Shelf] | undefined {
    return [...shelves]
      .reverse()
      .find(
        ([{ served, isUnfit }, { cells }]) => served >= 2 && !isUnfit && cells.length < perSource,
      );
  }

  return {
    async take(source, wish) {
      const cell = source.isUnfit ? undefined : shelf(source, wish).cells.pop();
      if (cell !== undefined) return { cell, isLoaded: true };
      return { cell: await pool.take(wish.memoryMb), isLoaded: false };
    },
    async fill() {
      if (isFilling) return;
      isFilling = true;
      try {
        await pool.fill();
        for (let short = shortShelf(); short !== undefined; short = shortShelf())
          await load(...short);
        await pool.fill();
      } finally {
        isFilling = false;
      }
    },
    forget: drop,
  };
}

function giveUp(shelf: Shelf | undefined): void {
  for (const cell of shelf?.cells ?? []) cell.isolate.dispose();
}

function isSame(a: Wish, b: Wish): boolean {
  return a.memoryMb === b.memoryMb && a.globals.join() === b.globals.join();
}
