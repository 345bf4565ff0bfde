import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locateHost } from '../../../main/sandbox/locate-host.ts';

test('finds the built host of a source tree', () => {
  expect(locateHost('/source', 'linux')).toEqual({
    nodePath: path.join('/source', 'out', 'sandbox-host', 'bin', 'node'),
    hostScript: path.join('/source', 'out', 'sandbox-host', 'host.cjs'),
  });
});

test('finds the host in the resources of a Windows package', () => {
  const resources = mkdtempSync(path.join(tmpdir(), 'resources-'));
  mkdirSync(path.join(resources, 'sandbox-host'));
  writeFileSync(path.join(resources, 'sandbox-host', 'host.cjs'), '');
  expect(locateHost(resources, 'win32')).toEqual({
    nodePath: path.join(resources, 'sandbox-host', 'bin', 'node.exe'),
    hostScript: path.join(resources, 'sandbox-host', 'host.cjs'),
  });
});
