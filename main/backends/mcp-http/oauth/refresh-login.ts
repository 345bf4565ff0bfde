import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RegisteredClient } from './log-in.ts';
import type { LoginRecord } from './login-record.ts';
import { namingResource } from './resource.ts';

/** Fresh tokens without a person; undefined when the record has nothing to get them with. */
export async function refreshLogin(
  record: LoginRecord,
  registered: RegisteredClient | undefined,
  fetch: FetchLike,
): Promise<LoginRecord | undefined> {
  const { tokens, discovery, serverUrl } = record;
  const client =
    registered === undefined
      ? record.client
      : { client_id: registered.clientId, client_secret: registered.clientSecret };
  const refreshToken = tokens?.refresh_token;
  if (refreshToken === undefined || client === undefined || discovery === undefined)
    return undefined;
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = discovery;
  const fresh = await refreshAuthorization(authorizationServerUrl, {
    ...(authorizationServerMetadata && { metadata: authorizationServerMetadata }),
    ...(resourceMetadata && { resource: resourceMetadata.resource }),
    clientInformation: client,
    refreshToken,
    fetchFn: namingResource(fetch, serverUrl),
  });
  return { ...record, tokens: { ...fresh, issuer: authorizationServerUrl } };
}
