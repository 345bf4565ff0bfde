import path from 'node:path';
import { afterAll } from 'vitest';
import type { Logger } from '../../../main/platform/logger.ts';
import { shippedFiles } from '../../../main/platform/shipped-files.ts';
import { createSandbox } from '../../../main/sandbox/create-sandbox.ts';
import type { Sandbox } from '../../../main/sandbox/sandbox.ts';

const { node, script } = shippedFiles(path.resolve('out')).sandboxHost;

/** The host in `out/`, with the Node that runs it. */
export const builtHost = { nodePath: node, hostScript: script };

const quiet: Logger = { log: () => undefined };

/** A sandbox over the built host for one test file; closed at its end. */
export function openSandbox(logger: Logger = quiet): Sandbox {
  const sandbox = createSandbox({ ...builtHost, logger });
  afterAll(() => sandbox.close());
  return sandbox;
}
