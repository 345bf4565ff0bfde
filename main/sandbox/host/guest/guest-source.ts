import { bridgeSource } from './bridge.ts';
import { consoleSource } from './console.ts';
import { inspectSource } from './inspect.ts';
import { lockdownSource } from './lockdown.ts';
import { runSource } from './run.ts';

/**
 * The body of a function that is run once in every new context, before any other code. `$0` is the only way
 * out: `send(kind, …primitives)`. It stays in this closure; even so it grants nothing beyond what a run may do.
 */
export const guestSource = [
  `'use strict';\nconst send = $0;`,
  lockdownSource,
  inspectSource,
  consoleSource,
  bridgeSource,
  runSource,
  `return { prepare, start, deliver, ping() {} };`,
].join('\n');

export const guestFileName = 'toolmesh-sandbox';
