// The pipeline of a call with everything real but the backend: what reached it is what the test looks at.
import type {
  Backend,
  CallResult,
  ToolDescriptor,
  UnitBackend,
} from '../../main/backends/backend.ts';
import { settingsFile, type Settings } from '../../main/config/schema/settings.ts';
import { AnswerTimes } from '../../main/gateway/answer-times.ts';
import { ApprovalDesk } from '../../main/gateway/approvals/approval-desk.ts';
import type { AuditRecord } from '../../main/gateway/audit/audit-record.ts';
import type { Grants } from '../../main/gateway/authz/grants.ts';
import { createCallTool, type CallTool } from '../../main/gateway/call-tool.ts';
import type { Caller } from '../../main/gateway/caller.ts';
import { SecretScrubber } from '../../main/gateway/credentials/secret-scrubber.ts';
import { PolicyGate } from '../../main/gateway/policies/policy-gate.ts';
import type { Policy } from '../../main/gateway/policies/policy.ts';
import type { Answer, Route, RunCall } from '../../main/gateway/route.ts';
import { createAuthorize } from '../../main/gateway/stages/authorize.ts';
import { ArgumentValidator } from '../../main/gateway/stages/validate-arguments.ts';
import { GatewayError } from '../../main/platform/gateway-error.ts';
import type { Sandbox } from '../../main/sandbox/sandbox.ts';
import { createRecordingLogger, type LogLine } from '../fakes/recording-logger.ts';

export interface PipelineOptions {
  readonly sandbox: Sandbox;
  readonly policies?: readonly Policy[];
  /** The text of settings.yaml as an object; undefined: it was never readable. */
  readonly settings?: unknown;
  readonly grants?: Grants;
  readonly scrubber?: SecretScrubber;
  /** What the tool does; answers with its arguments unless told. */
  readonly run?: (call: RunCall) => CallResult | Promise<CallResult>;
}

export interface Pipeline {
  readonly callTool: CallTool;
  readonly desk: ApprovalDesk;
  readonly records: AuditRecord[];
  readonly times: AnswerTimes;
  readonly log: readonly LogLine[];
  /** Arguments with which the backend was reached. */
  readonly reached: Record<string, unknown>[];
  policies: readonly Policy[];
  paused: boolean;
  /** Milliseconds that the pipeline's clock is ahead. */
  ahead: number;
  /** Calls the tool as the caller and resolves with its answer. */
  call(args?: Record<string, unknown>, changes?: CallChanges): Promise<Answer>;
  /** The error of a call that must fail. */
  refused(args?: Record<string, unknown>, changes?: CallChanges): Promise<GatewayError>;
}

export interface CallChanges {
  /** One object is one connection. */
  readonly caller?: Caller;
  readonly tool?: Partial<ToolDescriptor>;
  readonly route?: Partial<Route>;
  readonly signal?: AbortSignal;
}

export const standardCaller: Caller = {
  user: 'alice',
  client: 'cursor',
  clientInfo: 'Cursor 1.0',
  callerClass: 'standard',
};

const plainTool: ToolDescriptor = {
  name: 'metric',
  access: 'read',
  inputSchema: {
    type: 'object',
    properties: { context: { type: 'string' }, limit: { type: 'integer' } },
    additionalProperties: false,
  },
};

export function callPipeline(options: PipelineOptions): Pipeline {
  const { sandbox, grants, scrubber = new SecretScrubber() } = options;
  const settings: Settings | undefined =
    'settings' in options && options.settings === undefined
      ? undefined
      : settingsFile.parse(options.settings ?? {});
  const records: AuditRecord[] = [];
  const reached: Record<string, unknown>[] = [];
  const times = new AnswerTimes();
  const logger = createRecordingLogger();
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const now = (): number => Date.now() + pipeline.ahead;
  const desk = new ApprovalDesk({
    limits: () => ({
      timeoutMs: (settings?.approvals.timeout_s ?? 60) * 1000,
      sessionMs: (settings?.approvals.session_minutes ?? 60) * 60_000,
    }),
    newId,
    now,
  });
  const run = options.run ?? ((call: RunCall) => textResult(JSON.stringify(call.args)));
  const callTool = createCallTool({
    rules: { depth: () => 16, paused: () => pipeline.paused },
    validator: new ArgumentValidator(),
    authorize: createAuthorize({ access: () => settings?.access, grants, desk, scrubber }),
    gate: new PolicyGate({ policies: () => pipeline.policies, sandbox, logger, now }),
    scrubber,
    audit: { write: (record) => records.push(record), count: () => undefined },
    observer: { began: () => undefined, took: times.took.bind(times), answered: () => undefined },
    newId,
    now,
  });
  const call: Pipeline['call'] = (args = {}, changes = {}) =>
    callTool({
      caller: changes.caller ?? standardCaller,
      name: 'netdata_metric',
      args,
      signal: changes.signal ?? new AbortController().signal,
      resolve: () => ({
        kind: 'tool',
        backend: 'netdata',
        canonicalName: 'netdata_metric',
        tool: { ...plainTool, ...changes.tool },
        run: async (running) => {
          reached.push(running.args);
          return run(running);
        },
        ...changes.route,
      }),
    });
  const pipeline: Pipeline = {
    callTool,
    desk,
    records,
    times,
    log: logger.lines,
    reached,
    policies: options.policies ?? [],
    paused: false,
    ahead: 0,
    call,
    refused: (args, changes) =>
      call(args, changes).then(
        () => {
          throw new Error('the call was not refused');
        },
        (error: unknown) => {
          if (error instanceof GatewayError) return error;
          throw error;
        },
      ),
  };
  return pipeline;
}

export function textResult(text: string): CallResult {
  return { content: [{ type: 'text', text }] };
}

export function textIn({ result }: Answer): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

export function policy(name: string, source: string): Policy {
  return { name, source };
}

/** As much of a unit as the gate looks at. */
export function unitNamed(name: string, metaSignals: readonly string[] = []): UnitBackend {
  return { name, kind: 'unit', metaSignals, audit: 'full' } as unknown as UnitBackend;
}

/** As much of a private backend as a sub-call needs. */
export function privateBackend(name: string, answer: (args: unknown) => CallResult): Backend {
  const tools = [{ name: 'query', access: 'unclassified', inputSchema: {} }];
  return {
    name,
    kind: 'passthrough',
    tools: () => tools,
    callTool: ({ args }: RunCall) => Promise.resolve(answer(args)),
  } as unknown as Backend;
}
