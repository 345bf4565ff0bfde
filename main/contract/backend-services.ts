// Backends of backends.yaml: what they are, how they do, adding and removing them.
import { z } from 'zod';
import { credentialName } from './credential-services.ts';
import { loginState } from './login-services.ts';

export const backendName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'expected letters, digits, _ and -');

const url = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#]+[^\s]*$/, 'expected an http or https URL');

const key = z.strictObject({
  name: credentialName,
  /** Absent when it is in the keychain already. */
  secret: z.string().min(1).max(10_000).optional(),
});

/** What a person fills in to add one. */
export const backendDraft = z.discriminatedUnion('transport', [
  z.strictObject({ transport: z.literal('http'), name: backendName, url, key: key.optional() }),
  z.strictObject({
    transport: z.literal('stdio'),
    name: backendName,
    command: z.string().min(1).max(2000),
    args: z.array(z.string().max(4000)).max(100),
    key: key.optional(),
  }),
  z.strictObject({
    transport: z.literal('rest'),
    name: backendName,
    /** Path of a DADL file, as it will stand in backends.yaml. */
    dadl: z.string().min(1).max(2000),
    url: url.optional(),
    key: key.optional(),
  }),
]);
export type BackendDraft = z.infer<typeof backendDraft>;

export const backendTestView = z.strictObject({
  isOk: z.boolean(),
  /** It answers and asks for a login, which is possible once it is added. */
  asksForLogin: z.boolean(),
  /** The server's name and version as it says them. */
  version: z.string(),
  tools: z.array(z.string()).readonly(),
  latencyMs: z.number(),
  /** Netdata only: its nodes by name. */
  nodes: z.array(z.string()).readonly(),
  /** Why it failed, as a sentence. */
  problem: z.string(),
});
export type BackendTestView = z.infer<typeof backendTestView>;

export const backendRowView = z.strictObject({
  name: z.string(),
  /** The unit it belongs to; null for one that clients reach. */
  unit: z.string().nullable(),
  transport: z.enum(['http', 'stdio', 'rest']),
  address: z.string(),
  state: z.enum(['connecting', 'healthy', 'down']),
  detail: z.string(),
  /** Absent where nobody logs in. */
  login: loginState.optional(),
  /** Epoch milliseconds; null unless it is down. */
  since: z.number().nullable(),
  tools: z.array(z.strictObject({ name: z.string(), access: z.string() })).readonly(),
  /** Median of its newest answers since the gateway started; null before the first. */
  answersInMs: z.number().nullable(),
});
export type BackendRowView = z.infer<typeof backendRowView>;

/** The same for all that have answered, for a command. */
export const answerTimeView = z.strictObject({
  unit: z.string().nullable(),
  backend: z.string(),
  ms: z.number(),
});
export type AnswerTimeView = z.infer<typeof answerTimeView>;

export const netdataDraft = z.strictObject({
  url,
  /** Only for agents with bearer protection; absent keeps what is in the keychain. */
  secret: z.string().min(1).max(10_000).optional(),
});
export type NetdataDraft = z.infer<typeof netdataDraft>;

export interface BackendServices {
  /** Those of backends.yaml first, then the units' own. */
  backendRows(): readonly BackendRowView[];
  /** Connects once and closes again; nothing is written, also not the key. */
  testBackend(draft: BackendDraft): Promise<BackendTestView>;
  addBackend(draft: BackendDraft): Promise<void>;
  removeBackend(name: string): Promise<void>;
  testNetdata(draft: NetdataDraft): Promise<BackendTestView>;
  /** Copies the shipped unit, sets its address, and puts the key into the keychain. */
  addNetdata(draft: NetdataDraft): Promise<void>;
}
