import type { DescriptionMode } from '../../config/schema/exposition-rules.ts';
import { fromMap } from './json.ts';
import type { Action, JsonObject, ListedTool } from './model.ts';
import { sentence, sentences, shortForm } from './sentence.ts';

/** One action as a tool of its own, with its own schema and its own hints. */
export function flatTool(name: string, action: Action, mode: DescriptionMode): ListedTool {
  const { tool, hints } = action;
  return {
    ...tool.extra,
    name,
    description: describe(action, mode),
    inputSchema: inputSchemaOf(action),
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
  };
}

function describe({ tool, id, schema }: Action, mode: DescriptionMode): string {
  const own = (tool.description ?? '').trim();
  const text =
    mode === 'compact'
      ? shortForm(tool.compactDescription, tool.description, id)
      : own === ''
        ? id
        : own;
  return schema.notes.length === 0 ? text : sentences([sentence(text), ...schema.notes]);
}

/** The action's own schema, as every client takes it. */
export function inputSchemaOf({ schema }: Action): JsonObject {
  if (schema.plain !== undefined) return schema.plain;
  const { props, required, additionalProperties, rest, defs } = schema;
  return {
    type: 'object',
    properties: fromMap(props),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...rest,
    ...(defs.size > 0 && { $defs: fromMap(defs) }),
  };
}
