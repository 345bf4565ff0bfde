import type { CallResult } from '../backends/backend.ts';
import type { GatewayError } from '../platform/gateway-error.ts';

/**
 * The only place where a GatewayError becomes MCP: a result the model can read and act on. `data` may
 * hold console lines and other things that are for the audit, so only what names the failure goes out.
 */
export function toClientResult(error: GatewayError): CallResult {
  const { tool, limit, file, line, column, dispatch } = error.data;
  return {
    content: [{ type: 'text', text: error.message }],
    isError: true,
    _meta: {
      'gateway/error': dispatch ?? { code: error.code, tool, limit, file, line, column },
    },
  };
}
