import { expect, test } from 'vitest';
import type { Cell } from '../../../../main/sandbox/host/cell.ts';
import { createLoadedCells, type Source } from '../../../../main/sandbox/host/loaded-cells.ts';

interface FakeWorld {
  readonly isFit?: boolean;
  readonly heap?: number;
}

/** The cells of an isolate that is none: only what the shelves ask of it. */
function openCells({ isFit = true, heap = 1 }: FakeWorld = {}) {
  const worn: string[] = [];
  let made = 0;
  let disposed = 0;
  const create = (): Cell => {
    made += 1;
    const isolate = {
      isDisposed: false,
      dispose: () => (disposed += 1),
      getHeapStatisticsSync: () => ({ used_heap_size: heap }),
    };
    const cell = {
      isolate,
      watch: { applyIgnored: () => undefined },
      seal: { apply: () => Promise.resolve(isFit) },
    };
    return cell as unknown as Cell;
  };
  const pool = { take: () => Promise.resolve(create()), fill: () => Promise.resolve() };
  const script = { run: () => Promise.resolve(undefined) };
  const cells = createLoadedCells(
    pool,
    () => Promise.resolve(script as never),
    (why) => worn.push(why),
  );
  return { cells, worn, made: () => made, disposed: () => disposed };
}

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
    taken.push((await cells.take(source, 128)).isLoaded);
    source.served += 1;
    await cells.fill();
  }
  expect(taken).toEqual([false, false, true, true]);
});

test('gives every run a cell of its own', async () => {
  const { cells } = openCells();
  const source = glue(2);
  await cells.take(source, 128);
  await cells.fill();
  const three = [];
  for (let run = 0; run < 3; run += 1) three.push(await cells.take(source, 128));
  expect(new Set(three.map(({ cell }) => cell)).size).toBe(3);
  expect(three.map(({ isLoaded }) => isLoaded)).toEqual([true, true, false]);
});

test.each([
  ['that look at what may change', { isFit: false }],
  ['that fill the memory', { heap: 64 * 1024 * 1024 }],
])('never again loads files ahead %s', async (_, world) => {
  const { cells, made, disposed } = openCells(world);
  const source = glue(2);
  await cells.take(source, 128);
  await cells.fill();
  await cells.fill();
  expect((await cells.take(source, 128)).isLoaded).toBe(false);
  expect([source.isUnfit, made(), disposed()]).toEqual([true, 3, 1]);
});

test('gives up the cells of files that are not used any more', async () => {
  const { cells, disposed } = openCells();
  const sources = [glue(2), glue(2), glue(2)];
  for (const source of sources) {
    await cells.take(source, 128);
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
  await cells.take(source, 128);
  await cells.fill();
  expect((await cells.take(source, 256)).isLoaded).toBe(false);
  expect(disposed()).toBe(2);
});
