import { groupHints } from '../annotations.ts';
import { fromMap } from '../json.ts';
import type { Action, Exposition, JsonObject, ListedTool } from '../model.ts';
import { sentences } from '../sentence.ts';
import { describeGroup } from './describe-group.ts';
import { mergeDefs, type GroupMember } from './merge-defs.ts';
import { mergeField, type Variant } from './merge-field.ts';

export interface Group {
  readonly name: string;
  readonly namespace: string;
  readonly discriminator: string;
}

/** One tool for the open actions of a namespace; a field of it picks the action. */
export function groupedTool(
  { name, namespace, discriminator }: Group,
  actions: readonly Action[],
  exposition: Exposition,
): ListedTool {
  const { members, defs } = mergeDefs(actions);
  const fields = collectFields(members);
  const properties = new Map<string, unknown>([[discriminator, discriminatorSchema(actions)]]);
  const required = [discriminator];
  for (const [field, variants] of fields) {
    const isEverywhere = variants.length === actions.length;
    properties.set(field, mergeField(variants, isEverywhere));
    if (isEverywhere && variants.every(({ isRequired }) => isRequired)) required.push(field);
  }
  const isClosed = actions.every(
    ({ schema }) => schema.additionalProperties === false && schema.patterns.length === 0,
  );
  return {
    name,
    description: describeGroup(namespace, discriminator, actions, exposition),
    inputSchema: {
      type: 'object',
      properties: fromMap(properties),
      required,
      ...(isClosed && { additionalProperties: false }),
      ...(defs.size > 0 && { $defs: fromMap(defs) }),
    },
    annotations: groupHints(actions.map(({ hints }) => hints)),
  };
}

function collectFields(members: readonly GroupMember[]): ReadonlyMap<string, readonly Variant[]> {
  const fields = new Map<string, Variant[]>();
  for (const { action, props } of members) {
    const { required } = action.schema;
    for (const [name, schema] of props) {
      const variant = { action: action.action, schema, isRequired: required.includes(name) };
      const known = fields.get(name);
      if (known === undefined) fields.set(name, [variant]);
      else known.push(variant);
    }
  }
  return fields;
}

// A model reads schemas, often not annotations: what an operation does to the world stands here.
function discriminatorSchema(actions: readonly Action[]): JsonObject {
  const hint = (label: string, key: string): string => {
    const named = actions.filter(({ hints }) => hints[key] === true).map(({ action }) => action);
    return named.length === 0 ? '' : `[${label}]: ${named.join(', ')}`;
  };
  return {
    type: 'string',
    enum: actions.map(({ action }) => action),
    description: sentences([
      'Which operation to perform',
      hint('READ-ONLY', 'readOnlyHint'),
      hint('DESTRUCTIVE', 'destructiveHint'),
      hint('IDEMPOTENT', 'idempotentHint'),
    ]),
  };
}
