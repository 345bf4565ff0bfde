import { nearestHint } from '../../platform/nearest-names.ts';
import type { BridgeReply } from '../../sandbox/sandbox.ts';
import type { ToolEntry } from '../exposition/tool-registry.ts';
import { declareTools } from './declare-tools.ts';
import type { ToolIndex } from './tool-index.ts';

/** What a script may look for: the tools that are open now. */
export interface SearchView {
  readonly entries: readonly ToolEntry[];
  readonly index: () => ToolIndex;
}

/** `toolmesh.discover(text, limit?)` and `toolmesh.describe(name)`. */
export function helpScript(view: SearchView, name: string, args: unknown): BridgeReply {
  // toolmesh.discover(text, limit) arrives as a list of its arguments.
  const [text, limit] = Array.isArray(args) ? (args as unknown[]) : [args];
  if (typeof text !== 'string') {
    return {
      ok: false,
      error: { code: 'invalid-arguments', message: `toolmesh.${name} takes a text` },
    };
  }
  const found =
    name === 'describe'
      ? view.entries.filter((entry) => entry.canonicalName === text)
      : view.index().rank(text);
  if (name === 'describe' && found.length === 0) {
    const names = view.entries.map((entry) => entry.canonicalName);
    return {
      ok: false,
      error: {
        code: 'unknown-tool',
        message: `Tool "${text}" does not exist${nearestHint(text, names)}`,
      },
    };
  }
  return {
    ok: true,
    value: declareTools(found, typeof limit === 'number' && limit >= 1 ? limit : 25, undefined),
  };
}
