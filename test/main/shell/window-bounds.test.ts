import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fitBounds, loadWindowState, saveWindowState } from '../../../main/shell/window-bounds.ts';

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];
const freshFile = () =>
  path.join(mkdtempSync(path.join(tmpdir(), 'window-')), 'deep', 'window.json');

test('opens at 1080 by 720 the first time', () => {
  expect(loadWindowState(freshFile(), screens)).toMatchObject({
    bounds: { width: 1080, height: 720 },
    maximized: false,
  });
});

test('opens where it was closed', () => {
  const file = freshFile();
  const bounds = { x: 40, y: 60, width: 900, height: 600 };
  saveWindowState(file, { bounds, maximized: true, toldAboutTray: true });
  expect(loadWindowState(file, screens)).toEqual({ bounds, maximized: true, toldAboutTray: true });
});

test.each(['', '{', '{"bounds":1}', '[]', '{"bounds":{"x":1e99}}'])(
  'takes a broken file %j as the first start',
  (text) => {
    const file = freshFile();
    saveWindowState(file, {
      bounds: { width: 1, height: 1 },
      maximized: false,
      toldAboutTray: false,
    });
    writeFileSync(file, text);
    expect(loadWindowState(file, screens).bounds).toEqual({ width: 1080, height: 720 });
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

test('forgets a position on a screen that is gone', () => {
  expect(fitBounds({ x: 3000, y: 100, width: 900, height: 600 }, screens)).toEqual({
    width: 900,
    height: 600,
  });
});

test('never opens smaller than the smallest layout', () => {
  expect(fitBounds({ x: 0, y: 0, width: 10, height: 10 }, screens)).toEqual({
    x: 0,
    y: 0,
    width: 360,
    height: 480,
  });
});
