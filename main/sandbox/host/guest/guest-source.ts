import type { SourceFile } from '../../sandbox.ts';
import { bridgeSource } from './bridge.ts';
import { consoleSource } from './console.ts';
import { inspectSource } from './inspect.ts';
import { lockdownSource } from './lockdown.ts';
import { runSource } from './run.ts';

/**
 * A function that is called once in every new context, before any other code. Its argument is the only way
 * out: `send(kind, …primitives)`. It stays in this closure; even so it grants nothing beyond what a run may do.
 */
const source = [
  `(function (send) {\n'use strict';`,
  lockdownSource,
  inspectSource,
  consoleSource,
  bridgeSource,
  runSource,
  `return { prepare, start, deliver, ping() {} };\n})`,
].join('\n');

export const guestFile: SourceFile = { name: 'toolmesh-sandbox', source };
