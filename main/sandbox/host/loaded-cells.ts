/**
 * Cells whose files are loaded ahead of their run: loading costs a unit's call 1 to 2 ms. Still one cell for
 * one run, and only for files that have run before and whose top level looks at nothing that changes.
 */
import type { SourceFile } from '../sandbox.ts';
import { bare } from './bare.ts';
import type { Cell } from './cell.ts';
import type { CellPool } from './cell-pool.ts';
import type { Compile } from './code-cache.ts';
import { loadFiles } from './load-files.ts';

export interface Source {
  readonly files: readonly SourceFile[];
  /** Runs that came to their end. Loaded ahead from the second on: much is run once only. */
  served: number;
  /** It is a script, or loading it ahead went wrong. */
  isUnfit: boolean;
}

export interface ReadyCell {
  readonly cell: Cell;
  readonly isLoaded: boolean;
}

export interface LoadedCells {
  take(source: Source, memoryMb: number): Promise<ReadyCell>;
  /** Makes what is missing; for a moment in which nobody waits. */
  fill(): Promise<void>;
  forget(source: Source): void;
}

/** A client asks two things of one unit at once more often than three. */
const perSource = 2;
const maxSources = 2;
/** Loading ran well before; what does not end now looks at something that is not watched. */
const patienceMs = 1000;
/** Tables of a top level would be held several times over by a host with nothing to do. */
const maxHeapBytes = 8 * 1024 * 1024;

interface Shelf {
  memoryMb: number;
  readonly cells: Cell[];
}

export function createLoadedCells(
  pool: CellPool,
  compile: Compile,
  onWorn: (why: string) => void,
): LoadedCells {
  /** The source asked for last at the end. */
  const shelves = new Map<Source, Shelf>();
  let isFilling = false;

  function drop(source: Source): void {
    for (const cell of shelves.get(source)?.cells ?? []) cell.isolate.dispose();
    shelves.delete(source);
  }

  function shelf(source: Source, memoryMb: number): Shelf {
    let found = shelves.get(source);
    if (found?.memoryMb !== memoryMb) {
      drop(source);
      found = { memoryMb, cells: [] };
    }
    shelves.delete(source);
    shelves.set(source, found);
    for (const oldest of shelves.keys()) {
      if (shelves.size <= maxSources) break;
      drop(oldest);
    }
    return found;
  }

  async function load(source: Source, memoryMb: number): Promise<void> {
    const cell = await pool.take(memoryMb);
    const isFit = await loadAhead(source, cell);
    const place = shelves.get(source);
    if (isFit && place?.memoryMb === memoryMb) {
      place.cells.push(cell);
      return;
    }
    if (!isFit) {
      source.isUnfit = true;
      drop(source);
    }
    if (cell.isolate.isDisposed) onWorn('an isolate reached its memory limit');
    else cell.isolate.dispose();
  }

  async function loadAhead(source: Source, cell: Cell): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => {
        onWorn('files loaded ahead of a run did not end');
        resolve(false);
      }, patienceMs);
    });
    const loaded = (async () => {
      cell.watch.applyIgnored(undefined, [], bare({}));
      await loadFiles(source.files, cell, compile);
      const isFit: unknown = await cell.seal.apply(undefined, [], bare({}));
      return isFit === true && cell.isolate.getHeapStatisticsSync().used_heap_size < maxHeapBytes;
    })().catch(() => false);
    const isFit = await Promise.race([loaded, tooLate]);
    clearTimeout(timer);
    return isFit;
  }

  return {
    async take(source, memoryMb) {
      if (source.isUnfit) return { cell: await pool.take(memoryMb), isLoaded: false };
      const cell = shelf(source, memoryMb).cells.pop();
      if (cell !== undefined) return { cell, isLoaded: true };
      return { cell: await pool.take(memoryMb), isLoaded: false };
    },
    async fill() {
      if (isFilling) return;
      isFilling = true;
      try {
        await pool.fill();
        for (const [source, { memoryMb, cells }] of [...shelves].reverse()) {
          if (source.served < 2) continue;
          while (!source.isUnfit && cells.length < perSource && shelves.has(source))
            await load(source, memoryMb);
        }
        await pool.fill();
      } finally {
        isFilling = false;
      }
    },
    forget: drop,
  };
}
