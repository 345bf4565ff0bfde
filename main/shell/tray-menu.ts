import type { MenuItemConstructorOptions } from 'electron';
import { loginItems } from '../contract/attention.ts';
import type { ClientView } from '../contract/client-views.ts';
import type { GatewayView, UnitView } from '../contract/views.ts';
import type { ShellWords } from './shell-words.ts';

export interface TrayFacts {
  readonly gateway: GatewayView;
  readonly units: readonly UnitView[];
  readonly clients: readonly ClientView[];
  /** Calls that wait for a person. */
  readonly approvals: number;
  readonly attention: number;
  readonly startsAtLogin: boolean;
}

export interface TrayActions {
  readonly open: () => void;
  readonly openPage: (route: string) => void;
  readonly reviewApprovals: () => void;
  readonly denyAll: () => void;
  readonly openUnitsFolder: () => void;
  /** Both resolve also when it came to nothing; the caller has reported it. */
  readonly logIn: (backend: string, unit: string | null) => Promise<void>;
  readonly cancelLogin: (backend: string, unit: string | null) => void;
  readonly setUnitEnabled: (unit: string, enabled: boolean) => Promise<void>;
  readonly setPaused: (paused: boolean) => void;
  readonly setStartsAtLogin: (enabled: boolean) => void;
  readonly quit: () => void;
}

export function trayMenu(
  facts: TrayFacts,
  actions: TrayActions,
  words: ShellWords,
): MenuItemConstructorOptions[] {
  const { gateway, attention } = facts;
  const isPaused = gateway.state === 'paused';
  const state = words.states[gateway.state];
  return [
    ...approvalItems(facts, actions, words),
    ...loginMenuItems(facts, actions, words),
    {
      id: 'status',
      label: attention > 0 ? `${state}, ${words.attention(attention)}` : state,
      enabled: false,
    },
    {
      id: 'traffic',
      label: words.traffic(gateway.clients.length, gateway.callsLastMinute),
      enabled: false,
    },
    { type: 'separator' },
    { id: 'open', label: words.open, click: actions.open },
    { type: 'separator' },
    { id: 'units', label: words.units, submenu: unitItems(facts.units, actions, words) },
    { id: 'clients', label: words.clients, submenu: clientItems(facts.clients, actions, words) },
    { type: 'separator' },
    {
      id: 'pause',
      label: isPaused ? words.resume : words.pause,
      click: () => {
        actions.setPaused(!isPaused);
      },
    },
    {
      id: 'start-at-login',
      type: 'checkbox',
      label: words.startAtLogin,
      checked: facts.startsAtLogin,
      click: () => {
        actions.setStartsAtLogin(!facts.startsAtLogin);
      },
    },
    { type: 'separator' },
    { id: 'quit', label: words.quit, click: actions.quit },
  ];
}

export function trayTooltip({ gateway, units, attention }: TrayFacts, words: ShellWords): string {
  const on = units.filter(({ state }) => state !== 'off').length;
  const line = words.tooltip(on, gateway.clients.length, gateway.callsLastMinute);
  return attention > 0 ? `${line}, ${words.attention(attention)}` : line;
}

function approvalItems(
  { approvals }: TrayFacts,
  actions: TrayActions,
  words: ShellWords,
): MenuItemConstructorOptions[] {
  if (approvals === 0) return [];
  return [
    {
      id: 'approvals',
      label: words.approvals(approvals),
      submenu: [
        { id: 'review', label: words.review, click: actions.reviewApprovals },
        { id: 'deny-all', label: words.denyAll, click: actions.denyAll },
      ],
    },
    { type: 'separator' },
  ];
}

/** Backends that only a person can bring on. */
function loginMenuItems(
  { gateway, units }: TrayFacts,
  actions: TrayActions,
  words: ShellWords,
): MenuItemConstructorOptions[] {
  const items = loginItems(gateway, units).map(({ backend, unit }): MenuItemConstructorOptions => {
    const place = unit?.name ?? null;
    const name = backend.name.replaceAll('&', '&&');
    const isRunning = backend.login === 'running';
    return {
      id: `login:${place ?? ''}/${backend.name}`,
      label: isRunning ? words.cancelSignIn(name) : words.signIn(name),
      click: () => {
        if (isRunning) actions.cancelLogin(backend.name, place);
        else void actions.logIn(backend.name, place);
      },
    };
  });
  return items.length === 0 ? [] : [...items, { type: 'separator' }];
}

function clientItems(
  clients: readonly ClientView[],
  actions: TrayActions,
  words: ShellWords,
): MenuItemConstructorOptions[] {
  const found = clients.filter(({ isDetected }) => isDetected);
  const items = found.map(({ id, label, state }): MenuItemConstructorOptions => {
    const name = label.replaceAll('&', '&&');
    const text =
      state === 'not-installed'
        ? words.installInto(name)
        : state === 'needs-repair'
          ? words.repairClient(name)
          : `${name} (${words.clientStates[state]})`;
    return {
      id: `client:${id}`,
      label: text,
      click: () => {
        actions.openPage(`clients/${encodeURIComponent(id)}`);
      },
    };
  });
  return items.length > 0 ? items : [{ id: 'no-clients', label: words.noClients, enabled: false }];
}

function unitItems(
  units: readonly UnitView[],
  actions: TrayActions,
  words: ShellWords,
): MenuItemConstructorOptions[] {
  const items = units.map((unit): MenuItemConstructorOptions => {
    const note = words.unitNotes[unit.state];
    // `&` marks an access key in menus; doubled it is a letter.
    const name = unit.name.replaceAll('&', '&&');
    return {
      id: `unit:${unit.name}`,
      type: 'checkbox',
      label: note === undefined ? name : `${name} (${note})`,
      checked: unit.state !== 'off',
      click: () => {
        void actions.setUnitEnabled(unit.name, unit.state === 'off');
      },
    };
  });
  return [
    ...(items.length > 0 ? items : [{ id: 'no-units', label: words.noUnits, enabled: false }]),
    { type: 'separator' },
    { id: 'open-units-folder', label: words.openUnitsFolder, click: actions.openUnitsFolder },
  ];
}
