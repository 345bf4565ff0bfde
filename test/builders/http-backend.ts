import type { CallResult } from '../../main/backends/backend.ts';
import { createBackend, type OwnedBackend } from '../../main/backends/create-backend.ts';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import { backendCall } from './backend-call.ts';

/** The backend "far" of the server at `url`, already connecting. */
export function httpBackend(url: string, timeoutSeconds = 5): OwnedBackend {
  return createBackend(
    {
      ...{ name: 'far', transport: 'http', url, headers: {}, expose_tools: [] },
      ...{ api_key_optional: false, tls_skip_verify: false },
      options: { timeout: timeoutSeconds },
    } as unknown as Parameters<typeof createBackend>[0],
    {
      appVersion: '1.0.0',
      logger: createRecordingLogger(),
      credential: () => Promise.resolve(undefined),
      childEnvironment: () => Promise.resolve({}),
    },
  );
}

export function echo(
  backend: OwnedBackend,
  args = {},
  signal = new AbortController().signal,
): Promise<CallResult> {
  return backend.callTool(backendCall({ tool: 'echo', args, signal }));
}
