import type { JsonObject } from '../model.ts';

export type DispatchCode =
  | 'UNKNOWN_TOOL'
  | 'MISSING_DISCRIMINATOR'
  | 'INVALID_DISCRIMINATOR'
  | 'UNKNOWN_ACTION'
  | 'ACTION_NOT_AVAILABLE'
  | 'WRONG_FIELD'
  | 'INVALID_ARGUMENTS';

/** A call that leads nowhere, told so that a model can correct it. */
export interface DispatchError {
  readonly code: DispatchCode;
  readonly text: string;
  /** Goes out as `_meta["gateway/error"]`. */
  readonly meta: {
    readonly code: DispatchCode;
    readonly tool: string;
    readonly action?: string;
    readonly fields?: readonly string[];
  };
}

export function dispatchError(
  code: DispatchCode,
  lines: readonly (string | undefined)[],
  facts: { readonly tool: string; readonly action?: string; readonly fields?: readonly string[] },
): DispatchError {
  const text = lines.filter((line) => line !== undefined).join('\n');
  return { code, text: `[${code}] ${text}`, meta: { code, ...facts } };
}

/** The error as MCP sends it: a result, so that the model sees it. */
export function toErrorResult({ text, meta }: DispatchError): JsonObject {
  return { content: [{ type: 'text', text }], isError: true, _meta: { 'gateway/error': meta } };
}
