// Nothing safer than what was declared. MCP's own defaults are cautious, so leaving a hint out is safe
// and inventing `false` is not.
import { setOwn } from './json.ts';
import type { Diagnostic, ExposedTool, Hints } from './model.ts';

const known = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** The hints that hold for a tool, and where its declarations contradict its access class. */
export function effectiveHints(tool: ExposedTool): {
  readonly hints: Hints;
  readonly conflicts: readonly string[];
} {
  const declared = tool.annotations ?? {};
  const { readOnly, destructive, conflicts } = effects(
    tool.access,
    declared['readOnlyHint'],
    declared['destructiveHint'],
  );
  const hints: Record<string, unknown> = {};
  if (typeof declared['title'] === 'string') hints['title'] = declared['title'];
  if (readOnly) hints['readOnlyHint'] = true;
  if (destructive !== undefined) hints['destructiveHint'] = destructive;
  if (tool.idempotent ?? declared['idempotentHint'] === true) hints['idempotentHint'] = true;
  if (typeof declared['openWorldHint'] === 'boolean')
    hints['openWorldHint'] = declared['openWorldHint'];
  for (const key of Object.keys(declared))
    if (!known.includes(key)) setOwn(hints, key, declared[key]);
  return { hints, conflicts };
}

interface Effects {
  readonly readOnly: boolean;
  readonly destructive: boolean | undefined;
  readonly conflicts: readonly string[];
}

function effects(access: string | undefined, readOnly: unknown, destructive: unknown): Effects {
  switch (access) {
    case 'read':
      if (destructive === true)
        return { readOnly: false, destructive: true, conflicts: ['destructiveHint'] };
      if (readOnly === false)
        return { readOnly: false, destructive: asFlag(destructive), conflicts: [] };
      return { readOnly: true, destructive: undefined, conflicts: [] };
    case 'dangerous': {
      const conflicts = [
        ...(readOnly === true ? ['readOnlyHint'] : []),
        ...(destructive === false ? ['destructiveHint'] : []),
      ];
      return { readOnly: false, destructive: true, conflicts };
    }
    case 'write':
    case 'admin': {
      const conflicts = readOnly === true ? ['readOnlyHint'] : [];
      return { readOnly: false, destructive: asFlag(destructive), conflicts };
    }
    // Nothing we know: what the backend says of itself stands, as long as it makes sense.
    default:
      if (readOnly !== true)
        return { readOnly: false, destructive: asFlag(destructive), conflicts: [] };
      return destructive === true
        ? { readOnly: false, destructive: true, conflicts: ['readOnlyHint'] }
        : { readOnly: true, destructive: undefined, conflicts: [] };
  }
}

export function hintConflicts(id: string, conflicts: readonly string[]): readonly Diagnostic[] {
  return conflicts.map((detail) => ({ code: 'ANNOTATION_CONFLICT', tool: id, detail }));
}

/** What holds for a group whatever operation is picked. */
export function groupHints(all: readonly Hints[]): Hints {
  const isReadOnly = all.every((hints) => hints.readOnlyHint === true);
  const isHarmless = all.every(
    (hints) => hints.readOnlyHint === true || hints.destructiveHint === false,
  );
  const isDestructive = all.some((hints) => hints.destructiveHint === true);
  const isOpen = all.some((hints) => hints.openWorldHint === true);
  const isClosed = all.every((hints) => hints.openWorldHint === false);
  return {
    readOnlyHint: isReadOnly,
    ...(isDestructive
      ? { destructiveHint: true }
      : !isReadOnly && isHarmless && { destructiveHint: false }),
    ...(all.every((hints) => hints.idempotentHint === true) && { idempotentHint: true }),
    ...(isOpen ? { openWorldHint: true } : isClosed && { openWorldHint: false }),
  };
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
