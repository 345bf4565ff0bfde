import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  rememberedGraphics,
  watchGraphics,
  type GraphicsWatch,
} from '../../../main/shell/graphics.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';

function watched({ isOff = false, isDisabled = false, giveUp = (): void => undefined } = {}) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [app, contents] = [new EventEmitter(), new EventEmitter()];
  const restart = vi.fn();
  const remembered = vi.fn(giveUp);
  watchGraphics({
    app: Object.assign(app, {
      commandLine: { hasSwitch: () => isDisabled },
    }) as unknown as GraphicsWatch['app'],
    contents: contents as unknown as GraphicsWatch['contents'],
    graphics: { isOff, giveUp: remembered },
    restart,
    logger: createRecordingLogger(),
    graceMs: 5000,
    loadMs: 30_000,
  });
  return {
    restart,
    remembered,
    gpuEnds: (reason = 'crashed') => app.emit('child-process-gone', {}, { type: 'GPU', reason }),
    pageArrives: () => contents.emit('did-finish-load'),
  };
}

function memoryFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-graphics-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return path.join(folder, 'app', 'graphics.json');
}

test('starts again when the GPU process ends and the page never arrives', () => {
  const { gpuEnds, restart, remembered } = watched();
  gpuEnds();
  vi.advanceTimersByTime(5000);
  expect([restart.mock.calls.length, remembered.mock.calls.length]).toEqual([1, 1]);
});

test('stays when the page arrives although the GPU process ended', () => {
  const { gpuEnds, pageArrives, restart } = watched();
  gpuEnds();
  pageArrives();
  gpuEnds();
  vi.advanceTimersByTime(60_000);
  expect(restart).not.toHaveBeenCalled();
});

test('starts again when the page never arrives without a word', () => {
  const { restart } = watched();
  vi.advanceTimersByTime(30_000);
  expect(restart).toHaveBeenCalledTimes(1);
});

test('never starts again a second time', () => {
  const { gpuEnds, restart } = watched({ isOff: true });
  gpuEnds();
  vi.advanceTimersByTime(60_000);
  expect(restart).not.toHaveBeenCalled();
});

test('leaves an app alone that runs without a GPU already', () => {
  const { gpuEnds, restart } = watched({ isDisabled: true });
  gpuEnds();
  vi.advanceTimersByTime(60_000);
  expect(restart).not.toHaveBeenCalled();
});

test('never starts again what it cannot remember', () => {
  const { gpuEnds, restart } = watched({
    giveUp: () => {
      throw new Error('disk full');
    },
  });
  gpuEnds();
  vi.advanceTimersByTime(5000);
  expect(restart).not.toHaveBeenCalled();
});

test('remembers it for one version of the app', () => {
  const file = memoryFile();
  expect(rememberedGraphics(file, '1.0.0').isOff).toBe(false);
  rememberedGraphics(file, '1.0.0').giveUp();
  expect(rememberedGraphics(file, '1.0.0').isOff).toBe(true);
  expect(rememberedGraphics(file, '1.1.0').isOff).toBe(false);
});
