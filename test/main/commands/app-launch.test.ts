import { expect, test } from 'vitest';
import { appLaunch, headlessLaunch } from '../../../main/commands/app-launch.ts';
import type { CommandWorld } from '../../../main/commands/command-world.ts';
import { resolvePaths } from '../../../main/config/paths.ts';
import { shippedFiles } from '../../../main/platform/shipped-files.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';

const image = '/home/ada/Tool Mesh.AppImage';
const mount = '/tmp/.mount_ToolMeAbC';

function world(env: CommandWorld['env']): CommandWorld {
  return {
    version: '0.1.0',
    env,
    paths: resolvePaths({ HOME: '/home/ada' }, 'linux'),
    shipped: shippedFiles(`${mount}/resources/app.asar.unpacked/out`, 'linux'),
    logger: createRecordingLogger(),
  };
}

test('a bridge in an AppImage starts the image, which outlives its copy', () => {
  const inImage = world({ DISPLAY: ':0', APPIMAGE: image, APPDIR: mount });

  expect(appLaunch(inImage, 'linux')).toMatchObject({ command: image, args: ['--hidden'] });
  expect(headlessLaunch(inImage, ['--until-idle', '30'])).toMatchObject({
    command: image,
    args: ['serve', '--until-idle', '30'],
  });
});

test('a bridge that another AppImage has started stays with its own files', () => {
  const inEditor = world({ APPIMAGE: '/x/Cursor.AppImage', APPDIR: '/tmp/.mount_Cursor' });

  expect(appLaunch(inEditor, 'linux')).toBeUndefined();
  expect(headlessLaunch(inEditor, [])).toMatchObject({
    command: process.execPath,
    args: [inEditor.shipped.cli, 'serve'],
  });
});
