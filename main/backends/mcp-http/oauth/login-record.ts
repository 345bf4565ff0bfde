import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  OAuthClientInformationFullSchema,
  OAuthClientInformationSchema,
  OAuthTokensSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';

/** Where logins are kept: the keychain. */
export interface LoginVault {
  read(backend: string): Promise<string | undefined>;
  write(backend: string, text: string): Promise<void>;
}

const issuer = { issuer: z.string().optional() };

const loginRecord = z.object({
  /** Tokens are sent to this server and to no other, whatever the entry says later. */
  serverUrl: z.string(),
  client: z
    .union([
      OAuthClientInformationFullSchema.extend(issuer),
      OAuthClientInformationSchema.extend(issuer),
    ])
    .optional(),
  tokens: OAuthTokensSchema.extend(issuer).optional(),
  // As the SDK found and checked it.
  discovery: z.custom<OAuthDiscoveryState>((value) => typeof value === 'object').optional(),
});
export type LoginRecord = z.infer<typeof loginRecord>;

/** What is known of a backend's login; an empty record when there is nothing, or it was for another server. */
export async function readLogin(
  vault: LoginVault,
  backend: string,
  serverUrl: string,
): Promise<LoginRecord> {
  const text = await vault.read(backend);
  const parsed = text === undefined ? undefined : loginRecord.safeParse(JSON.parse(text));
  return parsed?.data?.serverUrl === serverUrl ? parsed.data : { serverUrl };
}
