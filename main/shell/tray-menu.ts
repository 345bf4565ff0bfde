import type { MenuItemConstructorOptions } from 'electron';
import type { GatewayView, UnitView } from '../contract/views.ts';
import type { ShellWords } from './shell-words.ts';

export interface TrayFacts {
  readonly gateway: GatewayView;
  readonly units: readonly UnitView[];
  readonly attention: number;
  readonly startsAtLogin: boolean;
}

export interface TrayActions {
  readonly open: () => void;
  readonly openUnitsFolder: () => void;
  /** Resolves also when the gateway refused; the caller has reported it. */
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
