import { createHash } from 'node:crypto';
import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  OAuthClientInformationFullSchema,
  OAuthClientInformationSchema,
  OAuthTokensSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';

/** Where logins are kept: the keychain. */
export interface LoginVault {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Two units may each have a backend of the same name: the address tells their logins apart. */
export function loginKey(backend: string, serverUrl: string): string {
  return `${backend}-${createHash('sha256').update(serverUrl).digest('hex').slice(0, 12)}`;
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
  /** Epoch milliseconds; absent when the server did not say how long the access token lives. */
  expiresAt: z.number().optional(),
  /** What the last login asked for. A server may grant less and then need not be asked again. */
  scope: z.string().optional(),
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
  const text = await vault.read(loginKey(backend, serverUrl));
  const parsed = text === undefined ? undefined : loginRecord.safeParse(JSON.parse(text));
  return parsed?.data?.serverUrl === serverUrl ? parsed.data : { serverUrl };
}
