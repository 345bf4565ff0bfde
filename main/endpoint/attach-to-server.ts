// The exposition layer for any server of the MCP SDK, without the gateway.
import { ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { compile, withPrevious, type Surface } from '../gateway/exposition/compile.ts';
import { dispatch, type DispatchedCall } from '../gateway/exposition/dispatch/dispatch.ts';
import { toErrorResult } from '../gateway/exposition/dispatch/dispatch-error.ts';
import type { ExposedTool, ExpositionOptions, TagFilter } from '../gateway/exposition/model.ts';
import { fail, refuseUnknown } from '../gateway/exposition/parse-exposition.ts';
import { suggestionText, suggestNext } from '../gateway/exposition/suggest-next.ts';
import { SurfaceMemo } from '../gateway/exposition/surface-memo.ts';
import { ArgumentValidator } from '../gateway/stages/validate-arguments.ts';

// Read here and not by the SDK: what does not fit is the caller's mistake (-32602), not an internal error.
const callRequest = z.looseObject({ method: z.literal('tools/call'), params: z.unknown() });
const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** What is needed of the SDK's `Server`; an `McpServer` holds one as `server`. */
export interface ServerLike {
  setRequestHandler: (schema: never, handler: never) => void;
  registerCapabilities?: (capabilities: { tools: { listChanged: boolean } }) => void;
  sendToolListChanged?: () => Promise<void>;
  readonly transport?: unknown;
}

interface CallContext {
  /** Aborted when the client cancels. */
  readonly signal: AbortSignal;
  /** The state this connection is in after the call, if the call succeeds. */
  readonly transition: (state: string | undefined) => void;
}

type ToolCall = Pick<DispatchedCall, 'unit' | 'tool' | 'arguments'>;

export interface AttachOptions {
  /** In the order of the configuration, not of arrival; a changed tool is a new object. */
  readonly tools: readonly ExposedTool[];
  /** Runs a tool under its own name, with its own arguments; never learns how it was exposed. */
  readonly call: (call: ToolCall, context: CallContext) => CallToolResult | Promise<CallToolResult>;
  /** `flat`, `grouped` (the default) or all options. */
  readonly toolExposition?: string | ExpositionOptions | undefined;
  readonly filter?: TagFilter | undefined;
  readonly discriminator?: string | undefined;
  readonly separator?: string | undefined;
  readonly state?: string | undefined;
}

type ExposureChange = Partial<Omit<AttachOptions, 'call'>>;

export interface Attached {
  surface(): Surface;
  /** Changes what the client sees: one notification when the list differs, none when it does not. */
  update(change: ExposureChange): Promise<void>;
}

/** Serves the tools on the server. Bad configuration throws at once, and nothing was attached then. */
export function attachToServer(
  target: ServerLike | { readonly server: ServerLike },
  initial: AttachOptions,
): Attached {
  const server = 'server' in target ? target.server : target;
  const validator = new ArgumentValidator();
  const memo = new SurfaceMemo();
  let options = initial;
  let surface = compileFor(options, memo);
  if (server.transport === undefined)
    server.registerCapabilities?.({ tools: { listChanged: true } });

  const update = async (change: ExposureChange): Promise<void> => {
    const next = { ...options, ...change };
    const fresh = compileFor(next, memo);
    const isSwitch = formOf(next) !== formOf(options);
    const differs = JSON.stringify(fresh.tools) !== JSON.stringify(surface.tools);
    options = next;
    // Old names keep routing for one switch; a changed list of tools is none.
    surface = withPrevious(fresh, isSwitch ? surface : surface.previous);
    if (differs && server.transport !== undefined) await server.sendToolListChanged?.();
  };

  const call = async (
    request: { readonly params?: unknown },
    { signal }: { signal: AbortSignal },
  ): Promise<unknown> => {
    const parsed = callParams.safeParse(request.params);
    if (!parsed.success) throw invalidParams();
    const found = dispatch(surface, parsed.data, (schema, args) => validator.issues(schema, args));
    if ('error' in found) return toErrorResult(found.error);
    const { unit, tool, arguments: args, action } = found.call;
    let next: { readonly state: string | undefined } | undefined;
    const transition = (state: string | undefined): void => {
      next = { state };
    };
    const result = await options.call({ unit, tool, arguments: args }, { signal, transition });
    if (result.isError === true) return result;
    if (next !== undefined) await update(next);
    const steps = suggestNext(surface, action);
    const text = suggestionText(steps);
    if (text === undefined) return result;
    return {
      ...result,
      content: [...result.content, { type: 'text', text }],
      _meta: { ...result._meta, 'gateway/suggestions': steps },
    };
  };

  const handle = server.setRequestHandler.bind(server) as (
    schema: unknown,
    handler: unknown,
  ) => void;
  handle(ListToolsRequestSchema, () => ({ tools: surface.tools }));
  handle(callRequest, call);
  return { surface: () => surface, update };
}

function invalidParams(): Error {
  const text = 'tools/call takes a name and an object of arguments';
  return Object.assign(new Error(text), { code: -32602 });
}

/** What a switch changes. */
function formOf({ toolExposition, filter, discriminator, separator }: AttachOptions): string {
  return JSON.stringify([toolExposition, filter, discriminator, separator]);
}

const optionNames = [
  'tools',
  'call',
  'toolExposition',
  'filter',
  'discriminator',
  'separator',
  'state',
] as const satisfies readonly (keyof AttachOptions)[];

function compileFor(options: AttachOptions, memo: SurfaceMemo): Surface {
  refuseUnknown(options, optionNames, 'attachToServer.', 'CONFIG_EXPOSITION');
  const { tools, toolExposition, filter, discriminator, separator, state } = options;
  if (!Array.isArray(tools))
    throw fail('attachToServer.tools', tools, 'expected a list of tools', 'CONFIG_EXPOSITION');
  const exposition: ExpositionOptions = {
    ...(typeof toolExposition === 'string' ? { strategy: toolExposition } : toolExposition),
    ...(discriminator !== undefined && { discriminator }),
    ...(separator !== undefined && { separator }),
  };
  return compile(tools, exposition, filter, state, memo);
}
