import type { BackendCall, CallResult, ToolDescriptor, UnitBackend } from '../backends/backend.ts';
import type { GatewayError } from '../platform/gateway-error.ts';
import type { AuditRecord } from './audit/audit-record.ts';

/** An answer with its JSON as it goes to the client: measured and sent without a second encoding. */
export interface Answer {
  readonly result: CallResult;
  readonly json: string;
}

/** What a running call may do besides answering. */
export interface RunCall extends BackendCall {
  /** Runs another visible tool for the same caller, as a child of this call. */
  readonly publicCall: (route: Route, args: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

/** Where a name leads for one client. */
export interface Route {
  readonly kind: AuditRecord['kind'];
  readonly backend: string;
  readonly tool: ToolDescriptor;
  readonly canonicalName: string;
  /** The tool whose grant counts, where it is not this one's own. */
  readonly grantedAs?: string | undefined;
  /** The unit whose gate rules apply to the answer; absent for everything else. */
  readonly unit?: UnitBackend | undefined;
  /** Why this connection may not take it now; absent where it always may. */
  refusal?(): GatewayError | undefined;
  /** Route to another tool of the same backend; throws `unknown-tool`. Absent for what is no backend's. */
  sibling?(tool: string): Route;
  run(call: RunCall): Promise<CallResult>;
  /** What the client gets besides the gated answer: hints and suggestions. */
  finish?(result: CallResult): CallResult;
}
