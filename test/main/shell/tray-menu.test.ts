import { describe, expect, test, vi } from 'vitest';
import { shellWordsFor } from '../../../main/shell/shell-words.ts';
import { trayMenu, trayTooltip, type TrayActions } from '../../../main/shell/tray-menu.ts';
import { clientView } from '../../builders/setup-views.ts';
import { backendView, brokenUnitView, gatewayView, unitView } from '../../builders/views.ts';

const words = shellWordsFor('en');
const actions: TrayActions = {
  open: vi.fn(),
  openPage: vi.fn(),
  reviewApprovals: vi.fn(),
  denyAll: vi.fn(),
  openUnitsFolder: vi.fn(),
  logIn: vi.fn(),
  cancelLogin: vi.fn(),
  setUnitEnabled: vi.fn(),
  setPaused: vi.fn(),
  setStartsAtLogin: vi.fn(),
  quit: vi.fn(),
};

function menuOf(facts: Partial<Parameters<typeof trayMenu>[0]> = {}) {
  return trayMenu(
    {
      gateway: gatewayView(),
      units: [unitView()],
      clients: [],
      approvals: 0,
      attention: 0,
      startsAtLogin: false,
      ...facts,
    },
    actions,
    words,
  );
}

const labelOf = (menu: ReturnType<typeof menuOf>, id: string) =>
  menu.find((item) => item.id === id)?.label;

test('lists everything in the order of a glance', () => {
  expect(menuOf().map(({ type, label }) => (type === 'separator' ? '-' : label))).toEqual([
    'Running',
    '1 client, 6 calls a minute',
    '-',
    'Open ToolMesh',
    '-',
    'Units',
    'Clients',
    '-',
    'Pause gateway',
    'Start at login',
    '-',
    'Quit ToolMesh',
  ]);
});

test('says how much needs attention', () => {
  expect(labelOf(menuOf({ attention: 1 }), 'status')).toBe('Running, 1 needs attention');
  expect(labelOf(menuOf({ attention: 5 }), 'status')).toBe('Running, 5 need attention');
});

test('offers to resume while paused', () => {
  const menu = menuOf({ gateway: gatewayView({ state: 'paused' }) });
  expect(labelOf(menu, 'pause')).toBe('Resume gateway');
  menu.find(({ id }) => id === 'pause')?.click?.(undefined as never, undefined, undefined as never);
  expect(actions.setPaused).toHaveBeenCalledWith(false);
});

describe('units', () => {
  test('shows each with its switch and what is wrong', () => {
    const menu = menuOf({
      units: [unitView(), brokenUnitView(), unitView({ name: 'a&b', state: 'off' })],
    });
    const submenu = menu.find(({ id }) => id === 'units')?.submenu as ReturnType<typeof menuOf>;
    expect(submenu.map(({ label, checked }) => [label, checked])).toEqual([
      ['netdata', true],
      ['tasks (error)', true],
      ['a&&b', false],
      [undefined, undefined],
      ['Open units folder', undefined],
    ]);
  });

  test('says so when there are none', () => {
    const submenu = menuOf({ units: [] }).find(({ id }) => id === 'units')?.submenu;
    expect(submenu).toMatchObject([{ label: 'No units yet', enabled: false }, {}, {}]);
  });
});

test('counts units that are on in the tooltip', () => {
  const facts = {
    gateway: gatewayView(),
    units: [unitView(), unitView({ name: 'firewall', state: 'off' })],
    clients: [],
    approvals: 0,
    attention: 2,
    startsAtLogin: false,
  };
  expect(trayTooltip(facts, words)).toBe(
    'ToolMesh: 1 unit, 1 client, 6 calls in the last minute, 2 need attention',
  );
  expect(trayTooltip(facts, shellWordsFor('de-AT'))).toBe(
    'ToolMesh: 1 Unit, 1 Client, 6 Aufrufe in der letzten Minute, 2 brauchen Aufmerksamkeit',
  );
});

test('puts waiting approvals first, to review or deny', () => {
  const menu = menuOf({ approvals: 2 });
  expect(menu[0]).toMatchObject({ label: 'Approvals (2)' });
  const submenu = menu[0]?.submenu as ReturnType<typeof menuOf>;
  submenu
    .find(({ id }) => id === 'deny-all')
    ?.click?.(undefined as never, undefined, undefined as never);
  expect(actions.denyAll).toHaveBeenCalledOnce();
});

test('offers to sign in, and to cancel it while the page is open', () => {
  const waiting = backendView({ name: 'linear', state: 'down', login: 'needed' });
  const running = { ...waiting, login: 'running' as const };
  const click = (item: ReturnType<typeof menuOf>[number] | undefined) =>
    item?.click?.(undefined as never, undefined, undefined as never);
  const [first, second] = menuOf({ gateway: gatewayView({ backends: [waiting] }) });
  expect([first?.label, second?.type]).toEqual(['Sign in to linear…', 'separator']);
  click(first);
  expect(actions.logIn).toHaveBeenCalledWith('linear', null);
  const [cancel] = menuOf({ units: [unitView({ backends: [running] })] });
  expect(cancel?.label).toBe('Cancel the sign-in to linear');
  click(cancel);
  expect(actions.cancelLogin).toHaveBeenCalledWith('linear', 'netdata');
});

test('offers what a client needs next', () => {
  const clients = [
    clientView(),
    clientView({ id: 'codex', label: 'Codex', state: 'not-installed' }),
    clientView({ id: 'vscode', label: 'VS Code', state: 'needs-repair' }),
    clientView({ id: 'zed', label: 'Zed', isDetected: false }),
  ];
  const submenu = menuOf({ clients }).find(({ id }) => id === 'clients')?.submenu as ReturnType<
    typeof menuOf
  >;
  expect(submenu.map(({ label }) => label)).toEqual([
    'Claude Desktop (connected)',
    'Install into Codex…',
    'Repair VS Code…',
  ]);
});
