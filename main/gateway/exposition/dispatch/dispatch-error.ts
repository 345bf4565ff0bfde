import type { JsonObject } from '../model.ts';

export type DispatchCode =
  | 'UNKNOWN_TOOL'
  | 'MISSING_DISCRIMINATOR'
  | 'INVALID_DISCRIMINATOR'
  | 'UNKNOWN_ACTION'
  | 'ACTION_NOT_AVAILABLE'
  | 'WRONG_FIELD'
  | 'INVALID_ARGUMENTS';

/** What a refused call was about. */
interface DispatchFacts {
  readonly tool: string;
  readonly action?: string;
  readonly fields?: readonly string[];
  /** Of a tool that is closed: the states it is open in, and whose they are. */
  readonly states?: readonly string[] | undefined;
  readonly unit?: string | undefined;
}

/** A call that leads nowhere, told so that a model can correct it. */
export interface DispatchError {
  readonly code: DispatchCode;
  readonly text: string;
  /** Goes out as `_meta["gateway/error"]`. */
  readonly meta: DispatchFacts & { readonly code: DispatchCode };
}

export function dispatchError(
  code: DispatchCode,
  lines: readonly (string | undefined)[],
  facts: DispatchFacts,
): DispatchError {
  const text = lines.filter((line) => line !== undefined).join('\n');
  return { code, text: `[${code}] ${text}`, meta: { code, ...facts } };
}

/** The error as MCP sends it: a result, so that the model sees it. */
export function toErrorResult({ text, meta }: DispatchError): JsonObject {
  return { content: [{ type: 'text', text }], isError: true, _meta: { 'gateway/error': meta } };
}
