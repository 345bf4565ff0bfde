// What the window sees. Every type is inferred from the schema that checks it at the boundary.
import { z } from 'zod';
import { loginState } from './login-services.ts';

/** One load problem, the same text in the window, in `toolmesh check` and on stderr. */
const problemView = z.strictObject({
  /** What it is about: `unit netdata`, `backends.yaml`. */
  subject: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
});
export type ProblemView = z.infer<typeof problemView>;

const backendView = z.strictObject({
  name: z.string(),
  transport: z.enum(['http', 'stdio', 'rest']),
  /** URL without its query and credentials, or the command. */
  address: z.string(),
  state: z.enum(['connecting', 'healthy', 'down']),
  /** Why it is down, or the server's version. */
  detail: z.string(),
  /** Absent where nobody logs in. */
  login: loginState.optional(),
  tools: z.int(),
});
export type BackendView = z.infer<typeof backendView>;

const toolView = z.strictObject({
  name: z.string(),
  description: z.string(),
  access: z.string(),
  promoted: z.boolean(),
  calls: z.int(),
  /** Share of the raw bytes that never reached the model, 0 to 1; absent before the first call. */
  smaller: z.number().optional(),
});
export type ToolView = z.infer<typeof toolView>;

export const unitView = z.strictObject({
  name: z.string(),
  folder: z.string(),
  state: z.enum(['on', 'off', 'backend-down', 'error', 'loading']),
  /** Second line of the list: `5 tools`, the error's place, the backend that is down. */
  line: z.string(),
  tools: z.array(toolView),
  backends: z.array(backendView),
  problems: z.array(problemView),
});
export type UnitView = z.infer<typeof unitView>;

/** Units that ship with the app and are not in the user's units folder yet. */
export const exampleView = z.strictObject({ name: z.string(), summary: z.string() });
export type ExampleView = z.infer<typeof exampleView>;

export const auditView = z.strictObject({
  id: z.string(),
  traceId: z.string(),
  parentId: z.string().nullable(),
  /** Epoch milliseconds. */
  ts: z.number(),
  durationMs: z.number(),
  client: z.string(),
  callerClass: z.string(),
  kind: z.enum(['tool', 'api', 'code', 'composite', 'discover', 'admin']),
  backend: z.string(),
  tool: z.string(),
  /** The name the client used. */
  exposedAs: z.string(),
  access: z.string(),
  status: z.enum(['success', 'error', 'denied']),
  errorCode: z.string().nullable(),
  /** Redacted JSON; null when the unit keeps a compact audit. */
  params: z.string().nullable(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  subCalls: z.int(),
  subBytes: z.int(),
});
export type AuditView = z.infer<typeof auditView>;

/** A client's call that has no answer yet: what will be in its record and is known already. */
export const runningView = auditView.omit({
  durationMs: true,
  status: true,
  errorCode: true,
  bytesIn: true,
  bytesOut: true,
  subCalls: true,
  subBytes: true,
});
export type RunningView = z.infer<typeof runningView>;

const savedByTool = z.strictObject({
  unit: z.string(),
  tool: z.string(),
  calls: z.int(),
  subCalls: z.int(),
  rawBytes: z.int(),
  returnedBytes: z.int(),
  rawTokens: z.int(),
  returnedTokens: z.int(),
});

/** Sums since the app started, over calls of units only. Raw is what sub-calls returned. */
export const savingsView = z.strictObject({
  /** The same sums per tool; absent where only the totals are kept. */
  tools: z.array(savedByTool).optional(),
  calls: z.int(),
  subCalls: z.int(),
  rawBytes: z.int(),
  returnedBytes: z.int(),
  rawTokens: z.int(),
  returnedTokens: z.int(),
});
export type SavingsView = z.infer<typeof savingsView>;

const missingKeyView = z.strictObject({
  name: z.string(),
  /** `netdata / nd`, `github`. */
  usedBy: z.array(z.string()).readonly(),
});
export type MissingKeyView = z.infer<typeof missingKeyView>;

export const gatewayView = z.strictObject({
  state: z.enum(['running', 'attention', 'paused', 'stopped']),
  version: z.string(),
  /** Epoch milliseconds of the gateway's start. */
  startedAt: z.number().optional(),
  unitsFolder: z.string(),
  clients: z.array(z.strictObject({ client: z.string(), strategy: z.string() })),
  problems: z.array(problemView),
  /** Backends offered as they are; those of units stand with their unit. */
  backends: z.array(backendView).optional(),
  /** Keys that what is switched on needs and that are nowhere; absent until they were looked for. */
  missingKeys: z.array(missingKeyView).readonly().optional(),
  /** Calls answered in the last 60 s. */
  callsLastMinute: z.int(),
});
export type GatewayView = z.infer<typeof gatewayView>;
