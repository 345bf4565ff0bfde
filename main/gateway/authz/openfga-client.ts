import type { OpenFgaClient } from '@openfga/sdk';

// A server that is away must not hold a call for the client library's minute of retries.
const timeoutMs = 3000;

/** The client library, loaded by who needs it: it brings an HTTP client of its own along. */
export async function openFgaClient(apiUrl: string, storeId?: string): Promise<OpenFgaClient> {
  const sdk = await import('@openfga/sdk');
  return new sdk.OpenFgaClient({
    apiUrl,
    ...(storeId !== undefined && { storeId }),
    retryParams: { maxRetry: 1, minWaitInMs: 100 },
    baseOptions: { timeout: timeoutMs },
  });
}

/** What went wrong in the server's own words, where it had any. */
export function openFgaReason(error: unknown): string {
  const { apiErrorMessage, responseData, message, code, cause } = error as {
    apiErrorMessage?: string;
    responseData?: { message?: string };
    message?: string;
    code?: string;
    cause?: { code?: string };
  };
  const words = apiErrorMessage ?? responseData?.message ?? message ?? '';
  // A refused connection is an AggregateError without words on Node 20.
  return words === '' ? (code ?? cause?.code ?? String(error)) : words;
}
