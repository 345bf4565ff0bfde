import type { ClientState } from '../../main/contract/client-views.ts';
import type { BackendView, GatewayView, UnitView } from '../../main/contract/views.ts';
import type { CallRow } from '../state/call-row.ts';
import type { ShapeName } from './pictures.ts';

/** The shape carries the state; the colour class only repeats it. */
export type StatusKind = 'ok' | 'warn' | 'err' | 'off' | 'paused' | 'wait' | 'deny' | 'run';

export const colourOf: Readonly<Record<StatusKind, string>> = {
  ok: 'st-ok',
  warn: 'st-warn',
  err: 'st-err',
  off: 'st-off',
  paused: 'st-off',
  wait: 'st-wait',
  deny: 'st-err',
  run: 'st-run',
};

export const gatewayKind: Readonly<Record<GatewayView['state'], StatusKind>> = {
  // What needs attention is said beside it; the gateway itself answers.
  running: 'ok',
  attention: 'ok',
  paused: 'paused',
  stopped: 'off',
};

export const unitKind: Readonly<Record<UnitView['state'], StatusKind>> = {
  on: 'ok',
  off: 'off',
  'backend-down': 'warn',
  error: 'err',
  loading: 'run',
};

export const backendKind: Readonly<Record<BackendView['state'], StatusKind>> = {
  healthy: 'ok',
  connecting: 'run',
  down: 'err',
};

export const clientKind: Readonly<Record<ClientState, StatusKind>> = {
  connected: 'ok',
  // The entry is there; the client has not come since.
  installed: 'wait',
  'not-installed': 'off',
  'needs-repair': 'warn',
  conflict: 'err',
};

export type CallState = CallRow['status'] | 'cancelled';

/** Whoever cancels a call made no error; the audit keeps it as one with a code of its own. */
export function callState({ status, errorCode }: Pick<CallRow, 'status' | 'errorCode'>): CallState {
  return status === 'error' && errorCode === 'cancelled' ? 'cancelled' : status;
}

export const callKind: Readonly<Record<CallState, StatusKind>> = {
  success: 'ok',
  error: 'err',
  denied: 'deny',
  cancelled: 'off',
  running: 'run',
};

/** Own words and none share one shape; only the four known classes have their own. */
export function accessShape(access: string): ShapeName {
  return access === 'read' || access === 'write' || access === 'admin' || access === 'dangerous'
    ? access
    : 'other';
}
