import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOurs } from '../../../../main/clients/entry/is-ours.ts';
import { createLauncher } from '../../../../main/clients/entry/launcher.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tool mesh ü-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The parts of a packaged app below `base`, really there. */
function packaged(base: string): { cli: string; sandboxHost: { node: string; script: string } } {
  const cli = path.join(base, 'resources', 'app.asar.unpacked', 'out', 'cli.mjs');
  const node = path.join(base, 'resources', 'sandbox-host', 'bin', 'node');
  for (const file of [cli, node]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  return { cli, sandboxHost: { node, script: '' } };
}

test('an installed app is started by the Node that ships', () => {
  const shipped = packaged(path.join(folder, 'opt'));
  const launcher = createLauncher(shipped);
  launcher.expectPermanent();

  expect(launcher.launchFor('codex')).toEqual({
    command: shipped.sandboxHost.node,
    args: [shipped.cli, 'stdio', '--client', 'codex'],
  });
  expect(launcher.isCheckout).toBe(false);
});

test('an AppImage is started itself, not its copy of today', () => {
  const image = path.join(folder, 'ToolMesh-0.1.0.AppImage');
  writeFileSync(image, '');
  const launcher = createLauncher(packaged(path.join(folder, '.mount_ToolMeAbC')), image);
  launcher.expectPermanent();

  expect(launcher.launchFor('codex')).toEqual({
    command: image,
    args: ['stdio', '--client', 'codex'],
  });
});

test.each([
  ['a moved AppImage', '.mount_ToolMeAbC', 'gone.AppImage', /is missing/],
  ['an AppImage nobody names', '.mount_ToolMeAbC', undefined, /not known/],
  ['an AppImage that is unpacked each time', 'appimage_extracted_0f', 'gone.AppImage', /too slow/],
  ['an app in a random folder of macOS', 'AppTranslocation', undefined, /Applications/],
])('makes no entry for %s', (_title, base, image, message) => {
  const launcher = createLauncher(
    packaged(path.join(folder, base)),
    image === undefined ? undefined : path.join(folder, image),
  );

  expect(() => {
    launcher.expectPermanent();
  }).toThrow(message);
});

test('knows the entry of an older image again, whatever its version', () => {
  const ours = { command: '/new/ToolMesh-0.2.0.AppImage', args: ['stdio', '--client', 'codex'] };

  expect(
    isOurs(
      { command: '/old/ToolMesh-0.1.0-arm64.AppImage', args: ['stdio', '--client', 'a'] },
      ours,
    ),
  ).toBe(true);
  expect(isOurs({ command: '/old/ToolMesh-0.1.0.AppImage', args: ['serve'] }, ours)).toBe(false);
});
