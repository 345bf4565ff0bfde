import path from 'node:path';
import { expect, test } from 'vitest';
import { shippedFiles } from '../../../main/platform/shipped-files.ts';

const resources = path.resolve('/opt/ToolMesh/resources');
const inPackage = path.join(resources, 'app.asar', 'out');
const unpacked = path.join(resources, 'app.asar.unpacked', 'out');

test('finds everything beside the bundles in a checkout', () => {
  const out = path.resolve('/src/out');

  expect(shippedFiles(out, 'linux')).toEqual({
    units: path.resolve('/src/units'),
    sandboxHost: {
      node: path.join(out, 'sandbox-host', 'bin', 'node'),
      script: path.join(out, 'sandbox-host', 'host.cjs'),
    },
    policies: path.join(out, 'policies'),
    cli: path.join(out, 'cli.mjs'),
    auditWorker: path.join(out, 'audit-worker.mjs'),
    jqWorker: path.join(out, 'jq-worker.cjs'),
    preload: path.join(out, 'preload.cjs'),
    page: path.join(out, 'renderer'),
    icons: path.join(out, 'icons'),
  });
});

test('points other programs past the archive in a package', () => {
  expect(shippedFiles(inPackage, 'win32')).toMatchObject({
    units: path.join(resources, 'units'),
    sandboxHost: {
      node: path.join(resources, 'sandbox-host', 'bin', 'node.exe'),
      script: path.join(resources, 'sandbox-host', 'host.cjs'),
    },
    cli: path.join(unpacked, 'cli.mjs'),
    auditWorker: path.join(unpacked, 'audit-worker.mjs'),
    jqWorker: path.join(unpacked, 'jq-worker.cjs'),
  });
});

test('finds the same files from the unpacked command line', () => {
  const { units, sandboxHost, cli } = shippedFiles(inPackage);

  expect(shippedFiles(unpacked)).toMatchObject({ units, sandboxHost, cli });
});
