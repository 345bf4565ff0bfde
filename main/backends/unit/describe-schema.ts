import { z } from 'zod';
import type { ToolDescriptor } from '../backend.ts';

const param = z.looseObject({ type: z.unknown().optional(), required: z.boolean().optional() });

const described = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  title: z.string().optional(),
  access: z.string().min(1).optional(),
  /** The short form. */
  params: z.record(z.string(), param).optional(),
  /** Full JSON Schema. */
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  tags: z.array(z.string()).optional(),
  idempotent: z.boolean().optional(),
  suggests: z
    .array(
      z.union([z.string(), z.strictObject({ tool: z.string(), reason: z.string().optional() })]),
    )
    .optional(),
});

const answer = z.strictObject({ tools: z.array(z.unknown()) });
const identifier = /^[A-Za-z_$][\w$]*$/;

export interface Described {
  readonly tools: readonly ToolDescriptor[];
  /** One sentence per tool that was refused; the others stand. */
  readonly findings: readonly string[];
}

/** Checks what describe() returned. A bad tool is refused by name; the others stay. */
export function parseDescription(value: unknown, subBackends: readonly string[]): Described {
  const outer = answer.safeParse(value);
  if (!outer.success) {
    return {
      tools: [],
      findings: ['describe() must return { tools: [...] }; return the list of tools'],
    };
  }
  const tools: ToolDescriptor[] = [];
  const findings: string[] = [];
  for (const [index, raw] of outer.data.tools.entries()) {
    const parsed = described.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') ?? '';
      findings.push(
        `describe(), ${nameOf(raw) ?? `tools[${index}]`}: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'is not a tool'}`,
      );
      continue;
    }
    const finding = refusal(parsed.data, tools, subBackends);
    if (finding === undefined) tools.push(toDescriptor(parsed.data));
    else findings.push(`describe(), tool "${parsed.data.name}": ${finding}`);
  }
  return { tools, findings };
}

function refusal(
  tool: z.infer<typeof described>,
  earlier: readonly ToolDescriptor[],
  subBackends: readonly string[],
): string | undefined {
  if (!identifier.test(tool.name))
    return 'the name is not a JavaScript identifier; the tool is a function of that name';
  if (subBackends.includes(tool.name)) return 'a private backend has this name; rename one of them';
  if (earlier.some((other) => other.name === tool.name)) return 'the name is used twice';
  if (tool.params !== undefined && tool.inputSchema !== undefined)
    return 'has params and inputSchema; keep one of them';
  const type = tool.inputSchema?.['type'];
  if (tool.inputSchema !== undefined && type !== undefined && type !== 'object')
    return 'inputSchema must describe an object';
  return undefined;
}

function toDescriptor(tool: z.infer<typeof described>): ToolDescriptor {
  const { name, description, title, outputSchema, tags, idempotent, suggests } = tool;
  return {
    name,
    access: tool.access ?? 'unclassified',
    description,
    title,
    inputSchema: tool.inputSchema ?? toJsonSchema(tool.params ?? {}),
    outputSchema,
    tags,
    idempotent,
    suggests: suggests?.map((one) =>
      typeof one === 'string'
        ? { tool: one }
        : { tool: one.tool, ...(one.reason !== undefined && { reason: one.reason }) },
    ),
  };
}

/** `{ a: { required: true } }` → a closed object schema; a type that is absent is string. */
function toJsonSchema(
  params: Readonly<Record<string, z.infer<typeof param>>>,
): Readonly<Record<string, unknown>> {
  const required = Object.entries(params).filter(([, value]) => value.required === true);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(params).map(([name, { required: _required, ...rest }]) => {
        const typed =
          'type' in rest ||
          'anyOf' in rest ||
          'oneOf' in rest ||
          'enum' in rest ||
          'const' in rest ||
          '$ref' in rest;
        return [name, typed ? rest : { type: 'string', ...rest }];
      }),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    additionalProperties: false,
  };
}

function nameOf(raw: unknown): string | undefined {
  const name = (raw as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? `tool "${name}"` : undefined;
}
