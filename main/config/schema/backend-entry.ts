import { z } from 'zod';
import { strict } from './strict.ts';

export const backendName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_-]*$/,
    'expected a name of letters, digits, _ and - that starts with a letter or _',
  );

const url = z.string().refine(isHttpUrl, 'expected an http or https URL');

const options = strict({
  /** Seconds until a call is given up. */
  timeout: z.number().positive().max(3600).default(60),
});

const common = {
  name: backendName,
  /** Delivered with a caller's first call into the backend. */
  hint: z.string().optional(),
  /** Promoted to the root under their bare name. */
  expose_tools: z.array(z.string()).default([]),
  /** Allow-list, enforced on listing and on calling. */
  include_tools: z.array(z.string()).optional(),
  /** Name of a credential; never the key itself. */
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of a credential, like NETDATA_API_KEY')
    .optional(),
  /** The service also works without the key: a missing one is no error. */
  api_key_optional: z.boolean().default(false),
  options: options.prefault({}),
};

const httpEntry = strict({
  ...common,
  transport: z.literal('http'),
  url,
  headers: z.record(z.string(), z.string()).default({}),
  tls_skip_verify: z.boolean().default(false),
});

const stdioEntry = strict({
  ...common,
  transport: z.literal('stdio'),
  command: z.string().min(1, 'expected a command'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

/** One entry of `backends:`, in backends.yaml and in unit.yaml alike. */
export const backendEntry = z.discriminatedUnion('transport', [httpEntry, stdioEntry], {
  error: () => 'expected "http" or "stdio"',
});
export type BackendEntry = z.infer<typeof backendEntry>;
export type HttpEntry = z.infer<typeof httpEntry>;
export type StdioEntry = z.infer<typeof stdioEntry>;

export const backendsFile = strict({
  backends: z
    .array(backendEntry)
    .nullish()
    .transform((list) => list ?? []),
});

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
