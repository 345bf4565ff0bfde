import { z } from 'zod';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { NamespaceDeclaration } from '../backend.ts';
import type { DeclaredTool, GlueProblem } from './declared-tool.ts';

const place = z.object({
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
});

const group = z.object({
  description: z.string().optional(),
  discriminator: z.string().optional(),
  descriptionMode: z.literal('toon').optional(),
});

const tool = z.looseObject({
  name: z.string(),
  place,
  group,
  input: z.record(z.string(), z.unknown()).optional(),
  isComplete: z.boolean(),
});

const answer = z.object({
  declared: z.unknown().optional(),
  tools: z.array(tool),
  routers: z.array(z.object({ name: z.string(), group })),
  state: z.string().optional(),
  problems: z.array(place.extend({ message: z.string() })),
});

export interface Fluent {
  /** What describe() returned; undefined when the unit has none. */
  readonly declared: unknown;
  readonly tools: readonly DeclaredTool[];
  readonly namespaces: Readonly<Record<string, NamespaceDeclaration>>;
  readonly state: string | undefined;
  readonly problems: readonly GlueProblem[];
}

/** What the prelude found in the unit's files. A tool without a handler is refused by name. */
export function parseFluent(value: unknown, unit: string): Fluent {
  const parsed = answer.safeParse(value);
  if (!parsed.success)
    throw new GatewayError(
      'glue-error',
      'something in the glue changed what f declares; leave Object.prototype and the arrays alone',
      { cause: parsed.error },
    );
  const { declared, tools, routers, state, problems } = parsed.data;
  const unfinished = tools.filter(({ isComplete }) => !isComplete);
  const groups = [
    ...tools.map(({ name, group: options }) => ({ name: namespaceOf(name) ?? unit, options })),
    ...routers.map(({ name, group: options }) => ({ name, options })),
  ];
  return {
    declared,
    tools: tools.filter(({ isComplete }) => isComplete).map(toDeclared),
    namespaces: mergeGroups(groups),
    state,
    problems: [
      ...problems,
      ...unfinished.map(({ name, place: at }) => ({
        message: `f, tool "${name}": has no .handle(); add the function that answers a call`,
        ...at,
      })),
    ],
  };
}

function toDeclared({
  place: at,
  group: _group,
  isComplete: _complete,
  input,
  ...raw
}: z.infer<typeof tool>): DeclaredTool {
  const schema =
    input === undefined ? {} : isJsonSchema(input) ? { inputSchema: input } : { params: input };
  return { form: 'f', raw: { ...raw, ...schema }, place: at };
}

/** The short form maps names to objects: a `type` that is a word can only be JSON Schema's own. */
function isJsonSchema(input: Readonly<Record<string, unknown>>): boolean {
  if (typeof input['type'] === 'string' || typeof input['$ref'] === 'string') return true;
  return ['anyOf', 'oneOf', 'allOf'].some((word) => Array.isArray(input[word]));
}

function namespaceOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? undefined : name.slice(0, dot);
}

function mergeGroups(
  groups: readonly { readonly name: string; readonly options: z.infer<typeof group> }[],
): Readonly<Record<string, NamespaceDeclaration>> {
  const merged = new Map<string, NamespaceDeclaration>();
  for (const { name, options } of groups) {
    if (Object.keys(options).length > 0) merged.set(name, { ...merged.get(name), ...options });
  }
  return Object.fromEntries(merged);
}
