/** Cells made in advance: making one costs about 2 ms, taking one nothing. */
import { putNewest } from '../../platform/put-newest.ts';
import type { Cell } from './cell.ts';

export interface CellPool {
  take(memoryMb: number): Promise<Cell>;
  fill(): Promise<void>;
}

/** Units share one limit nearly always; scripts and policies may have another. */
const maxSizes = 2;

export function createCellPool(
  create: (memoryMb: number) => Promise<Cell>,
  perSize: number,
  firstMb: number,
): CellPool {
  /** By memory limit, the one asked for last at the end. */
  const idle = new Map<number, Cell[]>([[firstMb, []]]);
  let isFilling = false;

  function shelf(memoryMb: number): Cell[] {
    const cells = idle.get(memoryMb) ?? [];
    for (const [, dropped] of putNewest(idle, memoryMb, cells, maxSizes))
      for (const cell of dropped) cell.isolate.dispose();
    return cells;
  }

  return {
    take: async (memoryMb) => shelf(memoryMb).pop() ?? (await create(memoryMb)),
    async fill() {
      if (isFilling) return;
      isFilling = true;
      try {
        for (;;) {
          const short = [...idle].find(([, cells]) => cells.length < perSize);
          if (short === undefined) return;
          const [memoryMb, cells] = short;
          const cell = await create(memoryMb);
          if (idle.get(memoryMb) === cells) cells.push(cell);
          else cell.isolate.dispose();
        }
      } finally {
        isFilling = false;
      }
    },
  };
}
