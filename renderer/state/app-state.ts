import { createContext } from 'svelte';
import { attentionItems, type AttentionItem } from '../../main/contract/attention.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Language } from '../text/language.ts';
import { createAccessState, type AccessState } from './access.svelte.ts';
import type { AttemptsHolder } from './attempts.svelte.ts';
import { createApprovalsState, type ApprovalsState } from './approvals.svelte.ts';
import { createAuditState, type AuditState } from './audit.svelte.ts';
import { createBackendsState, type BackendsState } from './backends.svelte.ts';
import { createClientsState, type ClientsState } from './clients.svelte.ts';
import { createCredentialsState, type CredentialsState } from './credentials.svelte.ts';
import { createClockState, type ClockHolder, type ClockState } from './clock.svelte.ts';
import {
  createFirstRunState,
  type FirstRunHolder,
  type FirstRunState,
} from './first-run.svelte.ts';
import { createGatewayState, type GatewayState } from './gateway.svelte.ts';
import { createRouteState, type RouteHolder, type RouteState } from './route.svelte.ts';
import { createSavingsState, type SavingsState } from './savings.svelte.ts';
import { createSettingsState, type SettingsState } from './settings.svelte.ts';
import { createToolsState, type ToolsState } from './tools.svelte.ts';
import { createUnitsState, type UnitsState } from './units.svelte.ts';

export interface AppState {
  readonly gateway: GatewayState;
  readonly units: UnitsState;
  readonly tools: ToolsState;
  readonly audit: AuditState;
  readonly clients: ClientsState;
  readonly backends: BackendsState;
  readonly credentials: CredentialsState;
  readonly access: AccessState;
  readonly approvals: ApprovalsState;
  readonly settings: SettingsState;
  readonly savings: SavingsState;
  readonly route: RouteState;
  readonly clock: ClockState;
  readonly firstRun: FirstRunState;
  readonly language: Language;
}

/** What the views find around them; the components below know only their props. */
export const [useApp, provideApp] = createContext<AppState>();

/** Subscribes first and asks then, so that no change between the two is lost. */
export function createAppState(
  bridge: Bridge,
  holder: RouteHolder & ClockHolder & FirstRunHolder & AttemptsHolder,
  language: Language,
): AppState {
  return {
    gateway: createGatewayState(bridge),
    units: createUnitsState(bridge),
    tools: createToolsState(bridge, holder),
    audit: createAuditState(bridge),
    clients: createClientsState(bridge),
    backends: createBackendsState(bridge),
    credentials: createCredentialsState(bridge),
    access: createAccessState(bridge),
    approvals: createApprovalsState(bridge),
    settings: createSettingsState(bridge),
    savings: createSavingsState(bridge),
    route: createRouteState(holder),
    clock: createClockState(holder),
    firstRun: createFirstRunState(holder),
    language,
  };
}

/** The one list behind the number in the sidebar and the rows of the overview. */
export function attentionOf({
  gateway,
  units,
  approvals,
  backends,
  clients,
}: AppState): readonly AttentionItem[] {
  if (gateway.view === undefined) return [];
  return attentionItems({
    gateway: gateway.view,
    units: units.list ?? [],
    approvals: approvals.list,
    changes: backends.view?.changes,
    clients: clients.list,
  });
}

/** What every page needs; a page asks for the rest itself when it is shown. */
export async function loadAppState(app: AppState): Promise<void> {
  const { gateway, units, audit, savings, approvals, backends } = app;
  const nouns = [gateway, units, audit, savings, approvals, backends];
  await Promise.all(nouns.map((noun) => noun.load()));
}
