import { toGatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { BridgeCall, BridgeReply } from '../../sandbox/sandbox.ts';
import type { Backend, SubCall } from '../backend.ts';

/** `api.<backend>.<tool>(args)`: the raw result, or an exception for what is not the tool's own failure. */
export async function bridgeCall(
  { path, args }: BridgeCall,
  backends: readonly Backend[],
  subCall: SubCall,
): Promise<BridgeReply> {
  const [backendName = '', tool = ''] = path;
  const fail = (facts: { readonly code: string; readonly message: string }): BridgeReply => ({
    ok: false,
    error: { ...facts, backend: backendName, tool },
  });
  const backend = backends.find((candidate) => candidate.name === backendName);
  if (backend === undefined) {
    const names = backends.map((candidate) => candidate.name);
    const hint = nearestHint(backendName, names) || `; it has ${names.join(', ') || 'none'}`;
    return fail({
      code: 'unknown-tool',
      message: `The unit has no backend "${backendName}"${hint}`,
    });
  }
  if (args !== undefined && !isRecord(args)) {
    const got = JSON.stringify(args).slice(0, 80);
    const message = `api.${backendName}.${tool} takes one object of arguments, got ${got}`;
    return fail({ code: 'invalid-arguments', message });
  }
  try {
    const result = await subCall(backend, tool, args ?? {});
    const { content, isError = false, structuredContent, _meta } = result;
    const structured = structuredContent !== undefined && { structuredContent };
    return { ok: true, value: { content, isError, metadata: _meta ?? {}, ...structured } };
  } catch (thrown) {
    const { code, message, data } = toGatewayError(thrown);
    return fail({ ...data, code, message });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
