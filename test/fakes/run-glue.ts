// A unit as the gateway runs it, over one MCP server: same backend, bridge, argument checks and error texts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SubCall, ToolDescriptor } from '../../main/backends/backend.ts';
import { createHttpTransport } from '../../main/backends/mcp-http/http-transport.ts';
import { McpBackend } from '../../main/backends/mcp/mcp-backend.ts';
import { SandboxedUnit } from '../../main/backends/unit/unit-backend.ts';
import { privateRoute } from '../../main/gateway/private-route.ts';
import { ArgumentValidator } from '../../main/gateway/stages/validate-arguments.ts';
import type { Sandbox } from '../../main/sandbox/sandbox.ts';
import { createRecordingLogger } from './recording-logger.ts';

export interface OpenUnit {
  readonly tools: readonly ToolDescriptor[];
  /** What describe() got wrong. */
  readonly problems: readonly string[];
  /** The tool's JSON answer as text; rejects with the error a client would be shown. */
  readonly text: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly call: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface OpenUnitOptions {
  /** Folder below `units/`. */
  readonly unit: string;
  /** Where its only backend is. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly sandbox: Sandbox;
}

interface UnitFile {
  readonly implementation: readonly string[];
  readonly backends: readonly { readonly name: string }[];
}

export async function openUnit({ unit, url, key, sandbox }: OpenUnitOptions): Promise<OpenUnit> {
  const folder = fileURLToPath(new URL(`../../units/${unit}`, import.meta.url));
  const file = parse(readFileSync(path.join(folder, 'unit.yaml'), 'utf8')) as UnitFile;
  const backend = new McpBackend({
    name: file.backends[0]?.name ?? '',
    address: url,
    timeoutMs: 10_000,
    credential: 'NETDATA_API_KEY',
    promoted: [],
    appVersion: '0.0.0',
    logger: createRecordingLogger(),
    createTransport: () =>
      createHttpTransport({
        url,
        headers: {},
        tlsSkipVerify: false,
        apiKey: () => Promise.resolve(key),
      }),
  });
  const glue = new SandboxedUnit({
    name: unit,
    files: file.implementation.map((name) => ({
      name: path.basename(name),
      source: readFileSync(path.join(folder, name), 'utf8'),
    })),
    subBackends: [backend],
    expose: { promoted: [], metaSignals: [], audit: 'full' },
    sandbox,
    limits: { timeoutMs: 20_000, memoryMb: 128, calls: 1000, resultBytes: 10_000_000 },
  });
  await Promise.all([glue.described, backend.firstAttempt]);

  const validator = new ArgumentValidator();
  const onConsole = (): void => undefined;
  const subCall: SubCall = (target, tool, args) => {
    const route = privateRoute(target, tool);
    validator.validate(tool, route.tool.inputSchema, args);
    // A signal of its own: the SDK leaves a listener on it for every request.
    return target.callTool({ tool, args, signal: fresh(), subCall, onConsole });
  };
  const text = async (
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<string> => {
    const schema = glue.tools().find(({ name }) => name === tool)?.inputSchema ?? {};
    validator.validate(tool, schema, args);
    const { content } = await glue.callTool({ tool, args, signal: fresh(), subCall, onConsole });
    const [first] = content;
    return first?.type === 'text' ? first.text : '';
  };
  return {
    tools: glue.tools(),
    problems: glue.problems().map(({ message }) => message),
    text,
    call: async (tool, args) => JSON.parse(await text(tool, args)) as unknown,
    close: () => glue.close(),
  };
}

function fresh(): AbortSignal {
  return new AbortController().signal;
}
