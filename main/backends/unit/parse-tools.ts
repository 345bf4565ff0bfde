import { z } from 'zod';
import type { SourceFile } from '../../sandbox/sandbox.ts';
import type { ToolDescriptor } from '../backend.ts';
import { schemaFault } from './check-output.ts';
import { declarationFault } from './declaration-fault.ts';
import type { DeclaredTool, GluePlace, GlueProblem } from './declared-tool.ts';
import { toJsonSchema } from './short-form.ts';

const schema = z.record(z.string(), z.unknown());

const declared = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  title: z.string().optional(),
  access: z.string().min(1).optional(),
  /** The short form. */
  params: z.record(z.string(), schema).optional(),
  /** Full JSON Schema. */
  inputSchema: schema.optional(),
  outputSchema: schema.optional(),
  tags: z.array(z.string()).optional(),
  idempotent: z.boolean().optional(),
  suggests: z
    .array(
      z.union([z.string(), z.strictObject({ tool: z.string(), reason: z.string().optional() })]),
    )
    .optional(),
  states: z
    .array(z.string().min(1))
    .min(1, 'names no state; leave it out for a tool that is always open')
    .optional(),
  transition: z.string().min(1).optional(),
});
type Declared = z.infer<typeof declared>;

const identifier = /^[A-Za-z_$][\w$]*$/;
const dotted = /^[A-Za-z_$][\w$-]*(\.[A-Za-z_$][\w$-]*){0,2}$/;
// As a function's name these would not even parse.
const reserved = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if import in instanceof new null return super switch this throw true try typeof var ' +
    'void while with describe params api console'
  ).split(' '),
);

export interface ParsedTools {
  readonly tools: readonly ToolDescriptor[];
  /** Names of the tools that are reached through the prelude. */
  readonly fluent: ReadonlySet<string>;
  readonly problems: readonly GlueProblem[];
}

/** Checks what the glue declares. A bad tool is refused by name; the others stay. */
export function parseTools(
  all: readonly DeclaredTool[],
  subBackends: readonly string[],
  files: readonly SourceFile[],
): ParsedTools {
  const places = new Map<string, GluePlace>();
  const tools: ToolDescriptor[] = [];
  const fluent = new Set<string>();
  const problems: GlueProblem[] = [];
  for (const [index, { form, raw, place }] of all.entries()) {
    const name = nameOf(raw);
    const where = form === 'f' ? place : placeOf(name, files, places.has(name ?? '') ? 1 : 0);
    const refuse = (message: string): void => {
      const tool = name === undefined ? `tools[${index}]` : `tool "${name}"`;
      problems.push({ ...where, message: `${form}, ${tool}: ${message}` });
    };
    const parsed = declared.safeParse(raw, { reportInput: true });
    if (!parsed.success) {
      refuse(declarationFault(parsed.error, Object.keys(declared.shape)));
      continue;
    }
    const tool = parsed.data;
    const first = places.get(tool.name);
    const fault =
      first === undefined
        ? refusal(tool, form, subBackends)
        : `the name is used twice, in ${placeText(first)} and in ${placeText(where)}; rename one of them`;
    if (fault !== undefined) {
      refuse(fault);
      continue;
    }
    places.set(tool.name, where);
    tools.push(toDescriptor(tool));
    if (form === 'f') fluent.add(tool.name);
  }
  return { tools, fluent, problems };
}

function refusal(
  tool: Declared,
  form: DeclaredTool['form'],
  subBackends: readonly string[],
): string | undefined {
  const { name, params, inputSchema, outputSchema } = tool;
  if (form === 'f' && !dotted.test(name))
    return 'the name must be words of letters, digits, "_" and "-", with at most two dots between them';
  if (form !== 'f' && !identifier.test(name))
    return 'the name is not a JavaScript identifier; the tool is a function of that name';
  if (form !== 'f' && reserved.has(name))
    return 'the name is taken by the language or by the sandbox; no function can be called like that';
  if (subBackends.includes(name)) return 'a private backend has this name; rename one of them';
  if (params !== undefined && inputSchema !== undefined)
    return 'has params and inputSchema; keep one of them';
  for (const [what, value] of Object.entries({ inputSchema, outputSchema })) {
    if (value === undefined) continue;
    const type = value['type'] ?? 'object';
    if (type !== 'object') return `${what} must describe an object, got ${JSON.stringify(type)}`;
  }
  const input = schemaFault(inputSchema ?? toJsonSchema(params ?? {}));
  if (input !== undefined)
    return `${params === undefined ? 'inputSchema' : 'params'}: not valid JSON Schema (${input})`;
  const output = outputSchema && schemaFault(outputSchema);
  return output && `outputSchema: not valid JSON Schema (${output})`;
}

function toDescriptor(tool: Declared): ToolDescriptor {
  const { name, description, title, outputSchema, tags, idempotent, suggests, states, transition } =
    tool;
  return {
    name,
    access: tool.access ?? 'unclassified',
    description,
    title,
    // MCP wants the word at the root; clients drop the whole list without it.
    inputSchema: tool.inputSchema
      ? { type: 'object', ...tool.inputSchema }
      : toJsonSchema(tool.params ?? {}),
    outputSchema: outputSchema && { type: 'object', ...outputSchema },
    tags,
    idempotent,
    suggests: suggests?.map((one) =>
      typeof one === 'string'
        ? { tool: one }
        : { tool: one.tool, ...(one.reason !== undefined && { reason: one.reason }) },
    ),
    states,
    transition,
  };
}

function nameOf(raw: unknown): string | undefined {
  const name = (raw as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : undefined;
}

/** describe() only returns values: its text shows where a name was written. */
function placeOf(name: string | undefined, files: readonly SourceFile[], nth: number): GluePlace {
  if (name !== undefined) {
    const written = new RegExp(`\\bname["']?\\s*:\\s*(["'\`])${escaped(name)}\\1`);
    const found = files.flatMap(({ name: file, source }) =>
      source
        .split('\n')
        .flatMap((text, index) => (written.test(text) ? [{ file, line: index + 1 }] : [])),
    );
    const at = found[nth] ?? found[0];
    if (at !== undefined) return at;
  }
  const describing = files.find(({ source }) => /\bdescribe\b/.test(source)) ?? files[0];
  return { file: describing?.name };
}

function placeText({ file, line }: GluePlace): string {
  return line === undefined ? (file ?? 'describe()') : `${file ?? 'glue'}, line ${line}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
