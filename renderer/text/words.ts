// Every word the page says. A language that misses one does not compile.
import type { CallState } from '../components/status.ts';
import type { BackendView, GatewayView, UnitView } from '../../main/contract/views.ts';

export type Page =
  | 'overview'
  | 'units'
  | 'activity'
  | 'savings'
  | 'clients'
  | 'backends'
  | 'credentials'
  | 'access'
  | 'settings'
  /** The pages that have no tab of their own in a narrow window. */
  | 'more';

import type { BackendWords } from './backend-words.ts';
import type { ClientWords } from './client-words.ts';
import type { LoginWords } from './login-words.ts';
import type { SettingsWords } from './settings-words.ts';
import type { SetupWords } from './setup-words.ts';
import type { TryWords } from './try-words.ts';

type Counted = (count: number) => string;

export interface Words {
  readonly pages: Readonly<Record<Page, string>>;
  readonly pagesLabel: string;
  readonly gateway: Readonly<Record<GatewayView['state'], string>>;
  readonly unit: Readonly<Record<UnitView['state'], string>>;
  readonly backend: Readonly<Record<BackendView['state'], string>>;
  readonly call: Readonly<Record<CallState, string>>;
  /** A tool that declares no access class. */
  readonly noAccess: string;
  readonly connected: string;
  readonly units: Counted;
  readonly clients: Counted;
  readonly tools: Counted;
  readonly calls: Counted;
  readonly needAttention: Counted;
  readonly thingsNeedAttention: Counted;
  readonly nothingNeedsAttention: string;
  readonly tokens: (amount: string) => string;
  readonly smaller: (share: string) => string;
  readonly pause: string;
  readonly resume: string;
  readonly pauseGateway: string;
  readonly resumeGateway: string;
  readonly pausedTitle: string;
  readonly pausedText: string;
  readonly ago: (amount: number, unit: string) => string;
  readonly up: (time: string) => string;
  readonly time: Readonly<Record<'day' | 'hour' | 'minute' | 'second', string>>;
  readonly dismiss: string;
  readonly loading: string;
  readonly overview: OverviewWords;
  readonly firstRun: FirstRunWords;
  readonly morePage: MoreWords;
  readonly unitsPage: UnitsWords;
  readonly activityPage: ActivityWords;
  readonly savingsPage: SavingsWords;
  readonly tryIt: TryWords;
  readonly setup: SetupWords;
  readonly config: {
    readonly backends: BackendWords;
    readonly clients: ClientWords;
    readonly settings: SettingsWords;
  };
  readonly login: LoginWords;
}

interface OverviewWords {
  readonly gateway: string;
  readonly unitsOn: (on: number, all: number) => string;
  readonly clientsConnected: Counted;
  readonly lastCall: string;
  readonly noCall: string;
  readonly noCallHint: string;
  readonly asked: (client: string, what: string) => string;
  readonly folded: Counted;
  readonly saved: string;
  readonly savedTotal: string;
  readonly total: (bytes: string) => string;
  readonly returned: (returned: string, raw: string, less: string) => string;
  readonly noSavings: string;
  readonly attention: string;
  readonly more: Counted;
  readonly showAll: string;
  readonly showLess: string;
  readonly showUnit: string;
  readonly showLine: string;
  readonly showBackends: string;
  readonly showSettings: string;
  readonly showAccess: string;
  readonly showClient: string;
  readonly review: string;
  readonly setKey: string;
  readonly waitsForApproval: (client: string) => string;
  readonly waitsForApprovalLine: (tool: string, seconds: number) => string;
  readonly openFgaDown: string;
  readonly openFgaDownLine: (problem: string) => string;
  readonly keyMissing: (name: string) => string;
  readonly keyMissingLine: (usedBy: string) => string;
  readonly toolsChangedLine: (tools: string, held: number) => string;
  readonly clientRepair: (label: string) => string;
  readonly clientConflict: (label: string) => string;
  readonly waiting: string;
  readonly manage: string;
  readonly whatTheAiDid: string;
  readonly allActivity: string;
  readonly callsPerMinute: string;
  readonly lastHour: string;
  readonly nowAndMost: (now: number, most: number) => string;
  readonly errors: Counted;
  readonly sparkline: (now: number, most: number, errors: number) => string;
  readonly clients: string;
  readonly noClients: string;
  readonly unitError: (unit: string, file?: string, line?: number) => string;
  readonly backendDown: (backend: string) => string;
  /** The same, where there is less room. */
  readonly backendIsDown: (backend: string) => string;
  readonly backendDownLine: (detail: string, unit?: string) => string;
}

interface MoreWords {
  readonly clients: (connected: number, toRepair: number) => string;
  readonly backends: (healthy: number, all: number) => string;
  readonly keys: (missing: number) => string;
}

interface FirstRunWords {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly skip: string;
  readonly done: string;
  readonly now: string;
  readonly netdata: string;
  readonly netdataText: string;
  readonly otherSource: string;
  readonly netdataDone: (units: string) => string;
  readonly client: string;
  readonly clientFound: (labels: string, count: number) => string;
  readonly clientNone: string;
  readonly installInto: (label: string) => string;
  readonly allClients: string;
  readonly clientRestart: (label: string) => string;
  readonly clientDone: (client: string) => string;
  readonly question: string;
  readonly questionText: string;
  readonly questionHint: string;
}

interface UnitsWords {
  readonly openFolder: string;
  readonly openUnitsFolder: string;
  readonly list: string;
  readonly position: (index: number, count: number) => string;
  readonly on: string;
  readonly unitOn: (unit: string) => string;
  readonly tool: string;
  readonly accessClass: string;
  readonly calls: string;
  readonly smaller: string;
  readonly promoted: string;
  readonly promote: (tool: string) => string;
  readonly privateTools: Counted;
  readonly lineAndColumn: (line: number, column?: number) => string;
  readonly fileError: (file: string, line: number) => string;
  readonly stillShown: string;
  readonly stillUsed: string;
  readonly saveAgain: string;
  readonly noTools: string;
  readonly examples: string;
  readonly addExample: (name: string) => string;
  readonly add: string;
  readonly adding: string;
  readonly empty: string;
  readonly emptyText: string;
}

interface ActivityWords {
  readonly records: Counted;
  readonly shownOf: (shown: number, count: number) => string;
  readonly follow: string;
  readonly followLive: string;
  readonly search: string;
  readonly status: string;
  readonly all: string;
  readonly ok: string;
  readonly errors: string;
  readonly denied: string;
  readonly list: string;
  readonly time: string;
  readonly call: string;
  readonly client: string;
  readonly rawToReturned: string;
  readonly size: string;
  readonly took: string;
  readonly subCalls: string;
  readonly review: string;
  readonly newCalls: Counted;
  readonly details: string;
  readonly asClass: (callerClass: string) => string;
  readonly sizeRaw: (raw: string) => string;
  readonly sizeReturned: (returned: string) => string;
  readonly trace: string;
  readonly error: string;
  readonly parameters: string;
  readonly notKept: string;
  readonly timing: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly noMatch: string;
  readonly noMatchText: string;
  readonly clear: string;
  readonly announceError: (tool: string, client: string) => string;
  readonly announceDenied: (tool: string, client: string) => string;
  readonly anyUnit: string;
  readonly anyTool: string;
  readonly anyClient: string;
  readonly anyClass: string;
  readonly export: string;
  readonly exportAs: string;
  readonly exported: (count: number) => string;
  readonly older: string;
  readonly loadingOlder: string;
  readonly changedBy: string;
  readonly before: string;
  readonly after: string;
  readonly hidden: Counted;
  readonly hiddenValue: string;
  readonly decidedBy: string;
  readonly console: string;
}

interface SavingsWords {
  readonly period: string;
  readonly days: Counted;
  readonly view: string;
  readonly chart: string;
  readonly table: string;
  readonly day: string;
  readonly chartLabel: (from: string, to: string) => string;
  readonly sinceDays: (days: number, returned: string, raw: string) => string;
  readonly economy: string;
  readonly economyHint: string;
  readonly economyClient: string;
  readonly otherClients: string;
  readonly form: string;
  readonly tools: string;
  readonly size: string;
  readonly tokens: string;
  readonly inUse: string;
  readonly recommended: string;
  readonly hiddenTools: string;
  readonly hiddenHint: string;
  readonly servedAs: (form: string) => string;
  readonly takesLess: (form: string, percent: string, other: string) => string;
  readonly costsTheSame: (form: string, other: string) => string;
  readonly saved: (bytes: string, tokens: string) => string;
  readonly byTool: string;
  readonly sentence: (returned: string, raw: string) => string;
  readonly folded: (calls: number, from: string) => string;
  readonly raw: string;
  readonly returned: string;
  readonly sum: (bytes: string, tokens: string) => string;
  readonly foldedFrom: string;
  readonly share: string;
  readonly tokensSaved: string;
  readonly empty: string;
  readonly emptyText: string;
}
