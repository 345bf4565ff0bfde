import { GatewayError } from '../platform/gateway-error.ts';
import { errorText } from '../platform/system-error-text.ts';

/** A failure as one line for a person; our own errors carry their code for scripts. */
export function formatFailure(error: unknown): string {
  if (error instanceof GatewayError) return `${error.message} (${error.code})`;
  return errorText(error);
}
