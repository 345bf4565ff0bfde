// Tokens of clients that connect by HTTP.
import { z } from 'zod';

export const tokenView = z.strictObject({
  /** Becomes the user of its calls. */
  name: z.string(),
  /** Label by which caller-classes.yaml knows the client. */
  client: z.string(),
  roles: z.array(z.string()),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
export type TokenView = z.infer<typeof tokenView>;

export interface TokenServices {
  tokens(): Promise<readonly TokenView[]>;
  /** Resolves with the token itself: to be shown once, it cannot be read again. */
  createToken(name: string, client?: string): Promise<string>;
  revokeToken(name: string): Promise<void>;
}
