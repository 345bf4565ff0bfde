import { effectiveHints, hintConflicts } from './annotations.ts';
import type { Action, Diagnostic, ExposedTool, ReadTool } from './model.ts';
import { normaliseSchema } from './schema/normalise-schema.ts';
import type { ReadMemo } from './surface-memo.ts';

/** The tools that can be listed, in input order. Of two with one id the first wins. */
export function toActions(
  tools: readonly ExposedTool[],
  keepRefs: boolean,
  memo: ReadMemo,
): { readonly actions: readonly Action[]; readonly diagnostics: readonly Diagnostic[] } {
  const owners = new Map<string, ExposedTool>();
  const actions: Action[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const tool of tools) {
    const read = memo.get(tool, () => readTool(tool, keepRefs));
    const kept = owners.get(read.id);
    if (kept !== undefined) {
      const units = { kept: kept.unit ?? null, dropped: tool.unit ?? null };
      diagnostics.push({ code: 'DUPLICATE_ACTION', tool: read.id, ...units });
      continue;
    }
    if (read.diagnostics.length > 0) diagnostics.push(...read.diagnostics);
    if (read.id !== '') owners.set(read.id, tool);
    if (read.action !== undefined) actions.push(read.action);
  }
  return { actions, diagnostics };
}

function readTool(tool: ExposedTool, keepRefs: boolean): ReadTool {
  const full = tool.namespace ? `${tool.namespace}.${tool.name}` : tool.name;
  const segments = full.split('.');
  // Without an id it takes nobody's place.
  if (tool.name.trim() === '' || segments.some((segment) => segment.trim() === ''))
    return { id: '', diagnostics: [{ code: 'INVALID_NAME', tool: full }] };
  if (segments.length > 3) return { id: '', diagnostics: [{ code: 'TOO_MANY_DOTS', tool: full }] };
  const dot = full.lastIndexOf('.');
  const namespace = dot === -1 ? full : full.slice(0, dot);
  const action = dot === -1 ? 'default' : full.slice(dot + 1);
  const id = `${namespace}.${action}`;
  const normalised = normaliseSchema(tool.inputSchema, keepRefs, tool.extra);
  if ('invalid' in normalised) {
    const { invalid: detail } = normalised;
    return { id, diagnostics: [{ code: 'INVALID_INPUT_SCHEMA', tool: id, detail }] };
  }
  const { hints, conflicts } = effectiveHints(tool);
  return {
    id,
    action: { id, namespace, action, tool, schema: normalised.schema, hints },
    diagnostics: diagnosticsOf(id, normalised.unresolved, conflicts),
  };
}

const none: readonly Diagnostic[] = [];

function diagnosticsOf(
  id: string,
  unresolved: readonly string[],
  conflicts: readonly string[],
): readonly Diagnostic[] {
  if (unresolved.length === 0 && conflicts.length === 0) return none;
  return [
    ...unresolved.map((detail): Diagnostic => ({
      code: 'UNRESOLVED_REF',
      tool: id,
      detail,
    })),
    ...hintConflicts(id, conflicts),
  ];
}
