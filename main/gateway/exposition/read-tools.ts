import { effectiveHints, hintConflicts } from './annotations.ts';
import { isObject } from './json.ts';
import { KeptMap } from './kept-map.ts';
import type { Diagnostic, ExposedTool, ReadTool } from './model.ts';
import { faultIn } from './tool-fault.ts';
import { normaliseSchema } from './schema/normalise-schema.ts';

/** Reads tools, each once for as long as its object comes again. */
export class ToolReader {
  readonly #whole = new KeptMap<ExposedTool, ReadTool>();
  readonly #withoutRefs = new KeptMap<ExposedTool, ReadTool>();

  read(tools: readonly ExposedTool[], keepRefs: boolean): readonly ReadTool[] {
    const memo = keepRefs ? this.#whole : this.#withoutRefs;
    return memo.map(tools, (tool) => readTool(tool, keepRefs));
  }
}

function readTool(tool: ExposedTool, keepRefs: boolean): ReadTool {
  // No type says so, yet a program may hand in what has no name.
  const { name } = isObject(tool) ? tool : {};
  if (typeof name !== 'string')
    return {
      id: '',
      tool: { name: '' },
      diagnostics: [{ code: 'INVALID_NAME', tool: String(name) }],
    };
  const fault = faultIn(tool);
  if (fault !== undefined)
    return { id: '', tool, diagnostics: [{ code: 'INVALID_FIELD', tool: name, detail: fault }] };
  const full = tool.namespace ? `${tool.namespace}.${tool.name}` : tool.name;
  const segments = full.split('.');
  if (tool.name.trim() === '' || segments.some((segment) => segment.trim() === ''))
    return { id: '', tool, diagnostics: [{ code: 'INVALID_NAME', tool: full }] };
  if (segments.length > 3)
    return { id: '', tool, diagnostics: [{ code: 'TOO_MANY_DOTS', tool: full }] };
  const dot = full.lastIndexOf('.');
  const namespace = dot === -1 ? full : full.slice(0, dot);
  const action = dot === -1 ? 'default' : full.slice(dot + 1);
  const id = `${namespace}.${action}`;
  const normalised = normaliseSchema(tool.inputSchema, keepRefs, tool.extra);
  if ('invalid' in normalised) {
    const { invalid: detail } = normalised;
    return { id, tool, diagnostics: [{ code: 'INVALID_INPUT_SCHEMA', tool: id, detail }] };
  }
  const { hints, conflicts } = effectiveHints(tool);
  return {
    id,
    tool,
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
