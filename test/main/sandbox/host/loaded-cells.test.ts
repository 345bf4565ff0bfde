import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Cell } from '../../../../main/sandbox/host/cell.ts';
import { createLoadedCells, type Source } from '../../../../main/sandbox/host/loaded-cells.ts';

interface FakeWorld {
  readonly isFit?: boolean;
  readonly heap?: number;
  readonly buffers?: number;
}

/** The cells of an isolate that is none: only what the shelves ask of it. */
function openCells({ isFit = true, heap = 1, buffers = 0 }: FakeWorld = {}) {
  const worn: string[] = [];
  const unfit: Source[] = [];
  let made = 0;
  let disposed = 0;
  const create = (): Cell => {
    made += 1;
    const isolate = {
      isDisposed: false,
      dispose: () => (disposed += 1),
      getHeapStatisticsSync: () => ({
        used_heap_size: heap,
        externally_allocated_size: buffers,
      }),
    };
    const cell = {
      isolate,
      watch: { applyIgnored: () => undefined },
      seal: { apply: () => Promise.resolve(isFit) },
    };
    return cell as unknown as Cell;
  };
  const pool = { take: () => Promise.resolve(create()), fill: () => Promise.resolve() };
  let begin: () => void = () => undefined;
  /** Settles with the first file that is loaded ahead. */
  const loading = new Promise<void>((resolve) => (begin = resolve));
  const script = {
    run: async () => {
      begin();
      await setImmediate();
    },
  };
  const cells = createLoadedCells(pool, () => Promise.resolve(script as never), {
    onWorn: (why) => worn.push(why),
    onUnfit: (source) => unfit.push(source),
  });
  return { cells, worn, unfit, loading, made: () => made, disposed: () => disposed };
}

const wish = (memoryMb = 128, globals = ['api', 'params']) => ({ memoryMb, globals });

const glue = (served = 0): Source => ({
  files: [{ name: 'glue.js', source: 'const tool = () => 1' }],
  served,
  isUnfit: false,
});

test('loads files ahead that have run twice', async () => {
  const { cells } = openCells();
  const source = glue();
  const taken = [];
  for (let run = 0; run < 4; run += 1) {
    taken.push((await cells.take(source, wish())).isLoaded);
    source.served += 1;
    await cells.fill();
  }
  expect(taken).toEqual([false, false, true, true]);
});

test('gives every run a cell of its own', async () => {
  const { cells } = openCells();
  const source = glue(2);
  await cells.take(source, wish());
  await cells.fill();
  const three = [];
  for (let run = 0; run < 3; run += 1) three.push(await cells.take(source, wish()));
  expect(new Set(three.map(({ cell }) => cell)).size).toBe(3);
  expect(three.map(({ isLoaded }) => isLoaded)).toEqual([true, true, false]);
});

test.each([
  ['that look at what may change', { isFit: false }],
  ['that fill the memory', { heap: 64 * 1024 * 1024 }],
  ['that fill buffers', { buffers: 64 * 1024 * 1024 }],
])('never again loads files ahead %s', async (_, world) => {
  const { cells, unfit, made, disposed } = openCells(world);
  const source = glue(2);
  await cells.take(source, wish());
  await cells.fill();
  await cells.fill();
  expect((await cells.take(source, wish())).isLoaded).toBe(false);
  expect([source.isUnfit, unfit, made(), disposed()]).toEqual([true, [source], 3, 1]);
});

test('gives up the cells of files that are not used any more', async () => {
  const { cells, disposed } = openCells();
  const sources = [glue(2), glue(2), glue(2)];
  for (const source of sources) {
    await cells.take(source, wish());
    await cells.fill();
  }
  expect(disposed()).toBe(2);
  const [, , last] = sources;
  if (last !== undefined) cells.forget(last);
  expect(disposed()).toBe(4);
});

test('a raised memory limit holds for the next run already', async () => {
  const { cells, disposed } = openCells();
  const source = glue(2);
  await cells.take(source, wish());
  await cells.fill();
  expect((await cells.take(source, wish(256))).isLoaded).toBe(false);
  expect(disposed()).toBe(2);
});

test.each([
  ['a memory limit that changes', wish(256)],
  ['a run with other globals', wish(128, ['api', 'ctx'])],
])('%s while files are loaded leaves two cells of the new kind', async (_, changed) => {
  const { cells, loading, made, disposed } = openCells();
  const source = glue(2);
  await cells.take(source, wish());
  const filled = cells.fill();
  await loading;
  await cells.take(source, changed);
  await filled;
  const three = [];
  for (let run = 0; run < 3; run += 1) three.push((await cells.take(source, changed)).isLoaded);
  expect(three).toEqual([true, true, false]);
  // Two taken at first, one loaded for the old kind, two for the new, one taken at last.
  expect([made(), disposed()]).toEqual([6, 1]);
});

test('files given up and asked for again while they load fill one shelf', async () => {
  const { cells, loading, made } = openCells();
  const [hot, ...others] = [glue(2), glue(), glue()];
  await cells.take(hot, wish());
  const filled = cells.fill();
  await loading;
  for (const source of [...others, hot]) await cells.take(source, wish());
  await filled;
  // Four taken, one loaded for the shelf that was given up, two for the one that is.
  expect(made()).toBe(7);
});
