import { GatewayError } from '../platform/gateway-error.ts';
import type { Sandbox } from './sandbox.ts';

/** A sandbox whose processes start with its first run: who has no policies does not pay for them. */
export function lazySandbox(open: () => Sandbox): Sandbox {
  let opened: Sandbox | undefined;
  let isClosed = false;
  return {
    run(job) {
      if (isClosed) {
        const message = `${job.label} was cancelled: the gateway is closing`;
        return Promise.reject(new GatewayError('cancelled', message));
      }
      opened ??= open();
      return opened.run(job);
    },
    async close() {
      isClosed = true;
      await opened?.close();
    },
  };
}
