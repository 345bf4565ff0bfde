import { z } from 'zod';
import type { DadlSource } from './dadl-source.ts';
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

/** For servers that ask for a login and let no client register by itself, or want certain scopes. */
const oauth = strict({
  client_id: z.string().min(1).optional(),
  /** Name of the credential with the client's secret; never the secret itself. */
  client_secret_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of a credential, like LINEAR_SECRET')
    .optional(),
  scope: z.string().min(1).optional(),
  /** Port of the redirect address `http://127.0.0.1:<port>/callback` the client was registered with. */
  callback_port: z.int().min(1).max(65_535).optional(),
});

const httpEntry = strict({
  ...common,
  transport: z.literal('http'),
  url,
  headers: z.record(z.string(), z.string()).default({}),
  tls_skip_verify: z.boolean().default(false),
  oauth: oauth.optional(),
});

const stdioEntry = strict({
  ...common,
  transport: z.literal('stdio'),
  command: z.string().min(1, 'expected a command'),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

const restOptions = strict({
  /** Seconds until one request is given up. */
  timeout: z.number().positive().max(3600).default(30),
  /** Seconds for a streamed answer, and for a file in either direction. */
  streaming_timeout: z.number().positive().max(86_400).default(600),
  /** Seconds that a file from an answer is kept. */
  blob_ttl: z
    .number()
    .positive()
    .max(30 * 86_400)
    .default(3600),
});

const restEntry = strict({
  ...common,
  options: restOptions.prefault({}),
  transport: z.literal('rest'),
  /** The file that describes the API. */
  dadl: z.string().min(1, 'expected the path of a DADL file'),
  /** In place of the file's own base_url. */
  url: url.optional(),
  /** Other names of the file's credentials: `CREDENTIAL_X: Y`. */
  env: z.record(z.string(), z.string()).default({}),
  /** Whether the service may be at a private address; redirects to others never may. */
  allow_private_url: z.boolean().default(true),
  tls_skip_verify: z.boolean().default(false),
  /** Whether files that a caller names for an upload may be at private addresses. */
  allow_private_file_url: z.boolean().default(false),
  /** Hosts such files may come from, `*.example.org` for all below one; all when absent. */
  file_url_allowed_hosts: z.array(z.string()).optional(),
});

/** One entry of `backends:`, in backends.yaml and in unit.yaml alike. */
export const backendEntry = z.discriminatedUnion('transport', [httpEntry, stdioEntry, restEntry], {
  error: () => 'expected "http", "stdio" or "rest"',
});
export type BackendEntry = HttpEntry | StdioEntry | RestEntry;
/** `source` is what the file said when the configuration was read: another text is another entry. */
export type RestEntry = z.infer<typeof restEntry> & { readonly source?: DadlSource | undefined };
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
