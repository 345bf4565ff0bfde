import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Cell } from '../../../../main/sandbox/host/cell.ts';
import { createSourceCells } from '../../../../main/sandbox/host/source-cells.ts';
import type { SourceFile } from '../../../../main/sandbox/sandbox.ts';

interface FakeWorld {
  readonly heap?: number;
  readonly buffers?: number;
  /** How many times an isolate may be given back before the process has no room. */
  readonly room?: number;
}

/** Cells of isolates that are none: only what the shelves ask of them. */
function openCells({ heap = 1, buffers = 0, room = Infinity }: FakeWorld = {}) {
  const isolates = new Set<unknown>();
  const disposed = new Set<unknown>();
  const inIsolate = (isolate: unknown, memoryMb: number): Cell =>
    ({ isolate, memoryMb }) as unknown as Cell;
  const create = (memoryMb: number): Cell => {
    const isolate = {
      dispose: () => disposed.add(isolate),
      getHeapStatisticsSync: () => ({ used_heap_size: heap, externally_allocated_size: buffers }),
    };
    isolates.add(isolate);
    return inIsolate(isolate, memoryMb);
  };
  const pool = { take: (mb: number) => Promise.resolve(create(mb)), fill: () => Promise.resolve() };
  let left = room;
  const cells = createSourceCells(
    pool,
    async ({ isolate, memoryMb }) => {
      await setImmediate();
      return inIsolate(isolate, memoryMb);
    },
    () => left-- > 0,
  );
  return { cells, made: () => isolates.size, disposed: () => disposed.size };
}

const glue = (): readonly SourceFile[] => [{ name: 'glue.js', source: 'const tool = () => 1' }];

test('an isolate serves the same files again with a new cell', async () => {
  const { cells, made } = openCells();
  const files = glue();
  const first = await cells.take(files, 128);
  cells.giveBack(files, first);
  const second = await cells.take(files, 128);
  expect([second.isolate === first.isolate, second === first, made()]).toEqual([true, false, 1]);
});

test('an isolate never serves other files', async () => {
  const { cells, made } = openCells();
  const [one, other] = [glue(), glue()];
  cells.giveBack(one, await cells.take(one, 128));
  await cells.fill();
  await cells.take(other, 128);
  expect(made()).toBe(2);
});

test('gives two runs at once an isolate each', async () => {
  const { cells } = openCells();
  const files = glue();
  cells.giveBack(files, await cells.take(files, 128));
  const [one, other] = await Promise.all([cells.take(files, 128), cells.take(files, 128)]);
  expect(one.isolate).not.toBe(other.isolate);
});

test('makes cells ready in a quiet moment', async () => {
  const { cells, made } = openCells();
  const files = glue();
  const three = [];
  for (let run = 0; run < 3; run += 1) three.push(await cells.take(files, 128));
  for (const cell of three) cells.giveBack(files, cell);
  await cells.fill();
  for (let run = 0; run < 3; run += 1) await cells.take(files, 128);
  expect(made()).toBe(3);
});

test.each([
  ['fills the memory', { heap: 64 * 1024 * 1024 }],
  ['fills buffers', { buffers: 64 * 1024 * 1024 }],
])('an isolate whose run %s does not serve again', async (_, world) => {
  const { cells, made, disposed } = openCells(world);
  const files = glue();
  cells.giveBack(files, await cells.take(files, 128));
  await cells.take(files, 128);
  expect([made(), disposed()]).toEqual([2, 1]);
});

test('a host without room gives up the isolates of all files', async () => {
  const { cells, made, disposed } = openCells({ room: 2 });
  const lists = [glue(), glue(), glue()];
  for (const files of lists) cells.giveBack(files, await cells.take(files, 128));
  await cells.fill();
  expect([made(), disposed()]).toEqual([3, 3]);
});

test('gives up the isolates of files that are not used any more', async () => {
  const { cells, disposed } = openCells();
  const lists = Array.from({ length: 5 }, glue);
  for (const files of lists) cells.giveBack(files, await cells.take(files, 128));
  expect(disposed()).toBe(1);
  for (const files of lists) cells.forget(files);
  expect(disposed()).toBe(5);
});

test('a changed memory limit holds for the next run already', async () => {
  const { cells, made, disposed } = openCells();
  const files = glue();
  const running = await cells.take(files, 128);
  cells.giveBack(files, await cells.take(files, 128));
  expect((await cells.take(files, 256)).memoryMb).toBe(256);
  cells.giveBack(files, running);
  expect([made(), disposed()]).toEqual([3, 2]);
});

test('an isolate that is renewed for files given up meanwhile is disposed of', async () => {
  const { cells, made, disposed } = openCells();
  const files = glue();
  cells.giveBack(files, await cells.take(files, 128));
  const filled = cells.fill();
  cells.forget(files);
  await filled;
  expect([made(), disposed()]).toEqual([1, 1]);
});

test('a host at rest holds one isolate for each list of files', async () => {
  const { cells, disposed } = openCells();
  const files = glue();
  const four = [];
  for (let run = 0; run < 4; run += 1) four.push(await cells.take(files, 128));
  for (const cell of four) cells.giveBack(files, cell);
  await cells.fill();
  cells.rest();
  expect(disposed()).toBe(3);
});
