import type { Action, Diagnostic, ReadTool } from './model.ts';

/** The tools that can be listed, in input order. Of two with one id the first wins. */
export function toActions(reads: readonly ReadTool[]): {
  readonly actions: readonly Action[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const owners = new Map<string, ReadTool>();
  const actions: Action[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const read of reads) {
    const { id, tool } = read;
    const kept = owners.get(id);
    if (kept !== undefined) {
      const units = { kept: kept.tool.unit ?? null, dropped: tool.unit ?? null };
      diagnostics.push({ code: 'DUPLICATE_ACTION', tool: id, ...units });
      continue;
    }
    if (read.diagnostics.length > 0) diagnostics.push(...read.diagnostics);
    // Without an id it takes nobody's place.
    if (id !== '') owners.set(id, read);
    if (read.action !== undefined) actions.push(read.action);
  }
  return { actions, diagnostics };
}
