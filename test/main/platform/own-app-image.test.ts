import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ownAppImage } from '../../../main/platform/own-app-image.ts';

const image = '/home/ada/Tool Mesh.AppImage';
const cli = path.join('/tmp/.mount_ToolMeAbC', 'resources', 'app.asar.unpacked', 'out', 'cli.mjs');

test.each([
  [
    'the image whose copy holds the file',
    { APPIMAGE: image, APPDIR: '/tmp/.mount_ToolMeAbC' },
    image,
  ],
  [
    'nothing of an editor that started us',
    { APPIMAGE: '/x/Cursor.AppImage', APPDIR: '/tmp/.mount_Cursor' },
    undefined,
  ],
  [
    'nothing of a folder with a longer name',
    { APPIMAGE: image, APPDIR: '/tmp/.mount_ToolMe' },
    undefined,
  ],
  ['nothing in an installed package', {}, undefined],
])('finds %s', (_title, env: Record<string, string>, wanted) => {
  expect(ownAppImage(env, cli)).toBe(wanted);
});

test('finds the image through a link to the temporary folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-image-'));
  mkdirSync(path.join(folder, 'real'));
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'), 'junction');
  const env = { APPIMAGE: image, APPDIR: path.join(folder, 'link') };

  expect(ownAppImage(env, path.join(folder, 'real', 'out', 'cli.mjs'))).toBe(image);
  rmSync(folder, { recursive: true });
});
