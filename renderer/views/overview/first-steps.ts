import { windowClient } from '../../../main/contract/choices.ts';
import type { ClientView } from '../../../main/contract/client-views.ts';
import type { GatewayView, UnitView } from '../../../main/contract/views.ts';
import type { CallRow } from '../../state/call-row.ts';

export interface FirstStepsFacts {
  readonly gateway: GatewayView;
  readonly units: readonly UnitView[];
  readonly clients: readonly ClientView[];
  /** Newest first. */
  readonly calls: readonly CallRow[];
}

export interface FirstSteps {
  /** What gives tools: units, or backends of the user's own. */
  readonly hasSource: boolean;
  readonly hasClient: boolean;
  /** What is tried in the window is no question of a client. */
  readonly hasAsked: boolean;
}

/** A unit that never loaded is no source yet. */
export function givesTools({ state, tools }: UnitView): boolean {
  return state !== 'error' || tools.length > 0;
}

/** How far a new user is, from what is really there. A call proves that its client was connected. */
export function firstSteps({ gateway, units, clients, calls }: FirstStepsFacts): FirstSteps {
  const hasAsked = calls.some(({ client }) => client !== windowClient);
  return {
    hasSource: units.some(givesTools) || (gateway.backends ?? []).length > 0,
    hasClient:
      hasAsked || gateway.clients.length > 0 || clients.some(({ state }) => state === 'connected'),
    hasAsked,
  };
}
