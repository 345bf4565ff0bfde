// TypeScript declarations of what glue can use, for editors: api.<backend>.<tool>() above all.
import type { Backend, ToolDescriptor } from '../../backends/backend.ts';
import { declareObject, declareType } from '../../gateway/code-mode/declare-type.ts';
import { fieldName, safeComment } from '../../gateway/code-mode/type-text.ts';

const frame = `interface ToolResult<T = unknown> {
  /** Blocks as MCP has them; most tools answer with one of type "text". */
  content: { type: string; text?: string; [field: string]: any }[];
  /** The tool's own failure; everything else is thrown, with code, backend and tool. */
  isError: boolean;
  metadata: Record<string, unknown>;
  structuredContent?: T;
}

/** The arguments of the call, as the function gets them. */
declare const params: Record<string, any>;

/** Written to the audit record of the call. */
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;

interface ToolBuilder {
  describe(text: string): this;
  title(text: string): this;
  /** Short form: { id: { type: 'integer', required: true } }, or JSON Schema. */
  input(schema: Record<string, any>): this;
  output(schema: Record<string, any>): this;
  tags(...tags: string[]): this;
  suggest(tool: string, reason?: string): this;
  /** Open only while the unit is in one of these. */
  states(...states: string[]): this;
  /** The state after a call that succeeded. */
  transition(state: string): this;
  idempotent(): this;
  access(word: 'read' | 'write' | 'admin' | 'dangerous' | (string & {})): this;
  discriminator(name: string): this;
  toonDescription(): this;
  handle(run: (params: any) => unknown): this;
}

interface ToolVerbs {
  /** Reads only. */
  query(name: string): ToolBuilder;
  /** Destroys or changes for good. */
  mutation(name: string): ToolBuilder;
  /** Writes. */
  action(name: string): ToolBuilder;
}

interface ToolRouter extends ToolVerbs {
  describe(text: string): this;
  tags(...tags: string[]): this;
  discriminator(name: string): this;
  toonDescription(): this;
}

declare const f: ToolVerbs & {
  router(namespace: string): ToolRouter;
  /** The state in which every connection begins. */
  state(name: string): void;
};
`;

/** The text of api.d.ts. */
export function declareApi(unit: string, backends: readonly Backend[]): string {
  const parts = backends.map(
    (backend) => `  readonly ${fieldName(backend.name)}: {\n${tools(backend.tools())}  };\n`,
  );
  return [
    `// Written by "toolmesh units types ${unit}" from what the backends offered; run it again when they change.`,
    frame,
    `declare const api: {\n${parts.join('')}};\n`,
  ].join('\n');
}

function tools(all: readonly ToolDescriptor[]): string {
  return all.map(declare).join('');
}

function declare({ name, description, inputSchema, outputSchema }: ToolDescriptor): string {
  const required = inputSchema['required'];
  const mark = Array.isArray(required) && required.length > 0 ? '' : '?';
  const args = declareObject(inputSchema, inputSchema).replaceAll('\n', '\n  ');
  const result =
    outputSchema === undefined ? '' : `<${declareType(outputSchema, outputSchema, 1)}>`;
  const comment = description === undefined ? '' : `    /** ${safeComment(description, 2000)} */\n`;
  return `${comment}    ${fieldName(name)}(args${mark}: ${args}): Promise<ToolResult${result}>;\n`;
}
