// Keys by name. A key goes one way: in. Nothing here ever holds one.
import { z } from 'zod';

export const credentialName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected letters, digits and _, like NETDATA_API_KEY');

export const credentialsView = z.strictObject({
  keychain: z.strictObject({
    isReady: z.boolean(),
    /** What is wrong and what to do; empty when it works. */
    message: z.string(),
  }),
  list: z
    .array(
      z.strictObject({
        name: z.string(),
        source: z.enum(['keychain', 'environment', 'missing']),
        /** Nothing stops without it. */
        isOptional: z.boolean(),
        /** `netdata / nd`, `github`. */
        usedBy: z.array(z.string()).readonly(),
        /** How often it was handed out, over all runs; absent for a missing one. */
        uses: z.int().optional(),
        /** Epoch milliseconds; absent when it never was. */
        lastUsedAt: z.number().optional(),
      }),
    )
    .readonly(),
});
export type CredentialsView = z.infer<typeof credentialsView>;

export interface CredentialServices {
  credentials(): Promise<CredentialsView>;
  /** Also to replace it: whoever uses it goes on with the new one at once. */
  setCredential(name: string, secret: string): Promise<void>;
  /** The entries that name it are edited with it, keeping comments. */
  renameCredential(from: string, to: string): Promise<void>;
  removeCredential(name: string): Promise<void>;
}
