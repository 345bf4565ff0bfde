import { afterAll } from 'vitest';
import { createSandbox } from '../../../main/sandbox/create-sandbox.ts';
import { locateHost } from '../../../main/sandbox/locate-host.ts';
import type { Logger } from '../../../main/platform/logger.ts';
import type { Sandbox } from '../../../main/sandbox/sandbox.ts';

const quiet: Logger = { log: () => undefined };

/** A sandbox over the built host for one test file; closed at its end. */
export function openSandbox(logger: Logger = quiet): Sandbox {
  const sandbox = createSandbox({ ...locateHost(process.cwd(), process.platform), logger });
  afterAll(() => sandbox.close());
  return sandbox;
}
