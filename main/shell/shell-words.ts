// What the tray and the native dialogs say. The page has its own words in renderer/text.
import type { ClientView } from '../contract/client-views.ts';
import type { GatewayView, UnitView } from '../contract/views.ts';

export interface ShellWords {
  readonly states: Readonly<Record<GatewayView['state'], string>>;
  readonly unitNotes: Readonly<Partial<Record<UnitView['state'], string>>>;
  readonly attention: (count: number) => string;
  readonly traffic: (clients: number, calls: number) => string;
  readonly tooltip: (units: number, clients: number, calls: number) => string;
  readonly approvals: (count: number) => string;
  readonly review: string;
  readonly denyAll: string;
  readonly approvalWaits: (client: string, tool: string) => string;
  readonly signIn: (backend: string) => string;
  readonly cancelSignIn: (backend: string) => string;
  readonly signInNeeded: (backend: string) => string;
  readonly clients: string;
  readonly noClients: string;
  readonly installInto: (client: string) => string;
  readonly repairClient: (client: string) => string;
  readonly clientStates: Readonly<Record<ClientView['state'], string>>;
  readonly open: string;
  readonly units: string;
  readonly noUnits: string;
  readonly openUnitsFolder: string;
  readonly pause: string;
  readonly resume: string;
  readonly startAtLogin: string;
  readonly quit: string;
  readonly close: {
    readonly question: string;
    readonly detail: string;
    readonly minimize: string;
    readonly quit: string;
    readonly cancel: string;
    readonly staysInTray: string;
  };
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const english: ShellWords = {
  states: {
    running: 'Running',
    attention: 'Running',
    paused: 'Paused',
    stopped: 'Stopped',
  },
  unitNotes: { 'backend-down': 'backend down', error: 'error', loading: 'loading' },
  attention: (count) => plural(count, 'needs attention', 'need attention'),
  traffic: (clients, calls) =>
    `${plural(clients, 'client', 'clients')}, ${plural(calls, 'call', 'calls')} a minute`,
  tooltip: (units, clients, calls) =>
    `ToolMesh: ${plural(units, 'unit', 'units')}, ${plural(clients, 'client', 'clients')}, ${plural(calls, 'call', 'calls')} in the last minute`,
  approvals: (count) => `Approvals (${count})`,
  review: 'Review…',
  denyAll: 'Deny all',
  approvalWaits: (client, tool) => `${client} waits for your approval to run ${tool}`,
  signIn: (backend) => `Sign in to ${backend}…`,
  cancelSignIn: (backend) => `Cancel the sign-in to ${backend}`,
  signInNeeded: (backend) => `${backend} needs you to sign in`,
  clients: 'Clients',
  noClients: 'No clients found',
  installInto: (client) => `Install into ${client}…`,
  repairClient: (client) => `Repair ${client}…`,
  clientStates: {
    'not-installed': 'not installed',
    installed: 'restart needed',
    connected: 'connected',
    'needs-repair': 'needs repair',
    conflict: 'conflict',
  },
  open: 'Open ToolMesh',
  units: 'Units',
  noUnits: 'No units yet',
  openUnitsFolder: 'Open units folder',
  pause: 'Pause gateway',
  resume: 'Resume gateway',
  startAtLogin: 'Start at login',
  quit: 'Quit ToolMesh',
  close: {
    question: 'Quit ToolMesh?',
    detail:
      'This desktop shows no tray icon. Minimized, the gateway keeps answering; after quitting, clients get no answers.',
    minimize: 'Minimize',
    quit: 'Quit',
    cancel: 'Cancel',
    staysInTray: 'The gateway keeps running. ToolMesh is in the tray.',
  },
};

const german: ShellWords = {
  states: {
    running: 'Läuft',
    attention: 'Läuft',
    paused: 'Pausiert',
    stopped: 'Gestoppt',
  },
  unitNotes: { 'backend-down': 'Backend ausgefallen', error: 'Fehler', loading: 'lädt' },
  attention: (count) => plural(count, 'braucht Aufmerksamkeit', 'brauchen Aufmerksamkeit'),
  traffic: (clients, calls) =>
    `${plural(clients, 'Client', 'Clients')}, ${plural(calls, 'Aufruf', 'Aufrufe')} pro Minute`,
  tooltip: (units, clients, calls) =>
    `ToolMesh: ${plural(units, 'Unit', 'Units')}, ${plural(clients, 'Client', 'Clients')}, ${plural(calls, 'Aufruf', 'Aufrufe')} in der letzten Minute`,
  approvals: (count) => `Freigaben (${count})`,
  review: 'Ansehen…',
  denyAll: 'Alle ablehnen',
  approvalWaits: (client, tool) => `${client} wartet auf deine Freigabe für ${tool}`,
  signIn: (backend) => `Bei ${backend} anmelden…`,
  cancelSignIn: (backend) => `Anmeldung bei ${backend} abbrechen`,
  signInNeeded: (backend) => `${backend} braucht deine Anmeldung`,
  clients: 'Clients',
  noClients: 'Keine Clients gefunden',
  installInto: (client) => `In ${client} installieren…`,
  repairClient: (client) => `${client} reparieren…`,
  clientStates: {
    'not-installed': 'nicht installiert',
    installed: 'Neustart nötig',
    connected: 'verbunden',
    'needs-repair': 'Reparatur nötig',
    conflict: 'Konflikt',
  },
  open: 'ToolMesh öffnen',
  units: 'Units',
  noUnits: 'Noch keine Units',
  openUnitsFolder: 'Units-Ordner öffnen',
  pause: 'Gateway pausieren',
  resume: 'Gateway fortsetzen',
  startAtLogin: 'Beim Anmelden starten',
  quit: 'ToolMesh beenden',
  close: {
    question: 'ToolMesh beenden?',
    detail:
      'Dieser Desktop zeigt kein Symbol in der Leiste. Minimiert antwortet das Gateway weiter; nach dem Beenden bekommen Clients keine Antworten.',
    minimize: 'Minimieren',
    quit: 'Beenden',
    cancel: 'Abbrechen',
    staysInTray: 'Das Gateway läuft weiter. ToolMesh ist in der Leiste.',
  },
};

export function shellWordsFor(locale: string): ShellWords {
  return locale.toLowerCase().startsWith('de') ? german : english;
}
