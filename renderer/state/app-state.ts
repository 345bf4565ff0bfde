import { createContext } from 'svelte';
import type { Bridge } from '../bridge/bridge.ts';
import type { Language } from '../text/language.ts';
import { createAuditState, type AuditState } from './audit.svelte.ts';
import { createClockState, type ClockHolder, type ClockState } from './clock.svelte.ts';
import { createGatewayState, type GatewayState } from './gateway.svelte.ts';
import { createRouteState, type RouteHolder, type RouteState } from './route.svelte.ts';
import { createSavingsState, type SavingsState } from './savings.svelte.ts';
import { createUnitsState, type UnitsState } from './units.svelte.ts';

export interface AppState {
  readonly gateway: GatewayState;
  readonly units: UnitsState;
  readonly audit: AuditState;
  readonly savings: SavingsState;
  readonly route: RouteState;
  readonly clock: ClockState;
  readonly language: Language;
}

/** What the views find around them; the components below know only their props. */
export const [useApp, provideApp] = createContext<AppState>();

/** Subscribes first and asks then, so that no change between the two is lost. */
export function createAppState(
  bridge: Bridge,
  holder: RouteHolder & ClockHolder,
  language: Language,
): AppState {
  return {
    gateway: createGatewayState(bridge),
    units: createUnitsState(bridge),
    audit: createAuditState(bridge),
    savings: createSavingsState(bridge),
    route: createRouteState(holder),
    clock: createClockState(holder),
    language,
  };
}

export async function loadAppState({ gateway, units, audit, savings }: AppState): Promise<void> {
  await Promise.all([gateway.load(), units.load(), audit.load(), savings.load()]);
}
