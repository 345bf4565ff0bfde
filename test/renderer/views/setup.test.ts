import { expect, test } from 'vitest';
import { GatewayError } from '../../../main/platform/gateway-error.ts';
import { changedWords } from '../../../renderer/views/backends/changed-words.ts';
import {
  accessView,
  backendRowView,
  clientView,
  credentialsView,
} from '../../builders/setup-views.ts';
import { mountApp } from '../mount-app.ts';

async function type(app: Awaited<ReturnType<typeof mountApp>>, id: string, text: string) {
  const field = app.input(id);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await app.settle();
}

function choose(app: Awaited<ReturnType<typeof mountApp>>, selector: string, value: string) {
  const field = app.find(selector) as HTMLSelectElement;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return app.settle();
}

test('sets a key and keeps nothing of it', async () => {
  const app = await mountApp({}, { hash: '#/credentials' });
  app.find('[aria-label="Set OPNSENSE_KEY"]').click();
  await app.settle();
  await type(app, '#key-secret', 's3cret-value');
  app.find('.formbox [type="submit"]').click();
  await app.settle();
  expect(app.services.state.credentials.list).toContainEqual(
    expect.objectContaining({ name: 'OPNSENSE_KEY', source: 'keychain' }),
  );
  expect(document.body.innerHTML).not.toContain('s3cret-value');
});

test('asks before it deletes a key', async () => {
  const app = await mountApp({}, { hash: '#/credentials' });
  app.find('[aria-label="Delete GITHUB_TOKEN"]').click();
  await app.settle();
  expect(app.texts('.formbox .muted')).toEqual(['github will answer with an error.']);
  app.find('.formbox .danger').click();
  await app.settle();
  expect(app.texts('.keys .nm')).not.toContain('GITHUB_TOKEN');
});

test('says what to do when the keychain cannot be used', async () => {
  const keychain = { isReady: false, message: 'Install gnome-keyring and log in again' };
  const app = await mountApp(
    { credentials: credentialsView({ keychain }) },
    { hash: '#/credentials' },
  );
  expect(app.texts('.note p')[0]).toBe('Install gnome-keyring and log in again');
});

test('shows how long a backend takes once it has answered', async () => {
  const backends = [
    backendRowView({ name: 'quick', answersInMs: 3.14 }),
    backendRowView({ name: 'slow', answersInMs: 12_400 }),
    backendRowView({ name: 'fresh', answersInMs: null }),
    backendRowView({ name: 'away', answersInMs: 5, state: 'down' }),
  ];
  const app = await mountApp({ backends }, { hash: '#/backends', locale: 'de-DE' });
  expect(app.texts('th.num').at(-1)).toBe('Antwortet in');
  expect(app.texts('td.num.dim')).toEqual(['3,1 ms', '12,4 s', '', '']);
});

test('changes a cell of the matrix', async () => {
  const app = await mountApp({}, { hash: '#/access' });
  await choose(app, '[aria-label="standard, write"]', 'ask');
  expect(app.services.state.access.classes[1]?.decisions['write']).toBe('ask');
});

test.each([
  ['en-US', ['1 denied today', '12 changes today', '', '1,234 denied, 1 change today']],
  ['de-DE', ['heute 1 abgelehnt', 'heute 12 Änderungen', '', 'heute 1.234 abgelehnt, 1 Änderung']],
])('shows what policies did today in %s', async (locale, expected) => {
  const { policies } = accessView();
  const own = policies.slice(1, 2);
  const more = own.map((one) => ({ ...one, name: 'z.js', today: { denied: 1234, changed: 1 } }));
  const access = accessView({ policies: [...policies, ...more] });
  const app = await mountApp({ access }, { hash: '#/access', locale });
  expect(app.texts('.set .rowx .cap')).toEqual(expected);
});

test('shows no count of policies that the audit cannot tell', async () => {
  const policies = accessView().policies.map((policy) => ({ ...policy, today: null }));
  const app = await mountApp({ access: accessView({ policies }) }, { hash: '#/access' });
  expect(app.texts('.set .rowx .cap')).toEqual(['', '', '']);
});

test.each([
  ['en-US', 9, '142.0 MB, oldest record Aug 31, 2026'],
  ['de-DE', 9, '142,0 MB, ältester Eintrag 31.08.2026'],
  ['en-US', null, '142.0 MB'],
])('shows in %s how large the audit is', async (locale, record, expected) => {
  const oldest = record === null ? null : Date.UTC(2026, 7, 31, record);
  const auditSize = { bytes: 142_000_000, oldest };
  const app = await mountApp({ auditSize }, { hash: '#/settings', locale });
  expect(app.texts('.sec-h .hint')).toEqual([expected]);
});

test('adds an exception for a tool and takes it back', async () => {
  const app = await mountApp({}, { hash: '#/access' });
  const before = app.services.state.access.overrides.length;
  app.find('[aria-label="Add exception"], .sec-h .btn').click();
  await app.settle();
  await type(app, '#ov-tool', 'netdata_metric');
  await choose(app, '#ov-class', 'untrusted');
  app.find('.formbox [type="submit"]').click();
  await app.settle();
  expect(app.services.state.access.overrides[0]).toEqual({
    tool: 'netdata_metric',
    unit: null,
    callerClass: 'untrusted',
    access: null,
    decision: 'deny',
  });
  app.find('[aria-label="Remove the exception for netdata_metric"]').click();
  await app.settle();
  expect(app.services.state.access.overrides).toHaveLength(before);
});

test('takes the name of a unit for all its tools', async () => {
  const app = await mountApp({}, { hash: '#/access' });
  app.find('.sec-h .btn').click();
  await app.settle();
  await type(app, '#ov-tool', 'netdata');
  app.find('.formbox [type="submit"]').click();
  await app.settle();
  expect(app.services.state.access.overrides[0]).toMatchObject({ tool: null, unit: 'netdata' });
});

test('gives a key another name', async () => {
  const app = await mountApp({}, { hash: '#/credentials' });
  app.find('[aria-label="Rename GITHUB_TOKEN"]').click();
  await app.settle();
  expect(app.texts('.formbox .muted')).toEqual(['What names it is changed with it: github.']);
  await type(app, '#key-name', 'GITHUB_PAT');
  app.find('.formbox [type="submit"]').click();
  await app.settle();
  expect(app.texts('.keys .nm')).toContain('GITHUB_PAT');
  expect(app.texts('.keys .nm')).not.toContain('GITHUB_TOKEN');
});

test('says how often a key was used, and which key nothing uses', async () => {
  const used = { name: 'A', source: 'keychain', isOptional: false, usedBy: ['wiki'] } as const;
  const list = [
    { ...used, uses: 412, lastUsedAt: Date.now() - 120_000 },
    { ...used, name: 'B', usedBy: [], uses: 0 },
  ];
  const app = await mountApp({ credentials: credentialsView({ list }) }, { hash: '#/credentials' });
  const cells = app.texts('.keys tbody td');
  expect([cells[1], cells[3]]).toEqual(['wiki', '2 min ago, 412 times']);
  expect([cells[6], cells[8]]).toEqual(['not used by anything', 'never']);
});

test('calls a key locked while the keychain is', async () => {
  const keychain = { isReady: false, message: 'unlock it' };
  const app = await mountApp(
    { credentials: credentialsView({ keychain }) },
    { hash: '#/credentials' },
  );
  expect(app.texts('.keys .st')[0]).toBe('Locked');
});

test('switches a policy on', async () => {
  const app = await mountApp({}, { hash: '#/access' });
  app.find('[aria-label="Policy read-only.js"]').click();
  await app.settle();
  expect(app.input('[aria-label="Policy read-only.js"]').checked).toBe(true);
});

test('keeps a setting and tells why when it is refused', async () => {
  const app = await mountApp({}, { hash: '#/settings' });
  app.services.changeSetting = () =>
    Promise.reject(new GatewayError('config-invalid', 'settings.yaml changed meanwhile'));
  await choose(app, '[aria-label="Log level"]', 'debug');
  expect(app.texts('.set .err')).toEqual(['settings.yaml changed meanwhile']);
  expect((app.find('[aria-label="Log level"]') as HTMLSelectElement).value).toBe('info');
});

test('puts a new token into the clipboard, not on the page', async () => {
  const app = await mountApp({}, { hash: '#/settings' });
  app.find('[aria-label="HTTP endpoint"]').click();
  await app.settle();
  await type(app, '.tokens input', 'laptop');
  app.find('.tokens [type="submit"]').click();
  await app.settle();
  expect(app.desktop.copied).toEqual(['tm_0000000000']);
  expect(document.body.innerHTML).not.toContain('tm_0000000000');
});

test('offers to add Netdata only after it has answered', async () => {
  const app = await mountApp({ units: [] }, { hash: '#/backends/netdata' });
  const add = () => app.find('.formbox .pri') as HTMLButtonElement;
  expect(add().disabled).toBe(true);
  app.find('.formbox [type="submit"]').click();
  await app.settle();
  expect(app.texts('.formbox .st')).toEqual(['Netdata v2.11.0 answers in 3.0 ms']);
  add().click();
  await app.settle();
  expect(app.texts('.u-h h2')).toEqual(['netdata']);
});

test('shows the lines it will write into a client, then writes them', async () => {
  const clients = [clientView({ id: 'codex', label: 'Codex', state: 'not-installed' })];
  const app = await mountApp({ clients }, { hash: '#/clients' });
  app.find('[aria-label="Install Codex"]').click();
  await app.settle();
  expect(app.services.state.clients[0]?.state).toBe('not-installed');
  expect(app.texts('.src .add')[1]).toBe('14+[mcp_servers.toolmesh]');
  app.find('.try .pri').click();
  await app.settle();
  expect(app.services.state.clients[0]?.state).toBe('installed');
});

test('shows tools to a client in the form that is chosen for it', async () => {
  const clients = [
    clientView({ id: 'codex', label: 'Codex', state: 'installed' }),
    clientView({ id: 'zed', label: 'Zed', state: 'not-installed' }),
  ];
  const app = await mountApp({ clients }, { hash: '#/clients' });
  expect(app.texts('.tbl select')).toHaveLength(1);
  await choose(app, '[aria-label="Tools as, for Codex"]', 'grouped');
  expect((app.find('.tbl select') as HTMLSelectElement).value).toBe('grouped');
  expect(app.services.state.settings.strategy).toBe('code');
});

test('marks the words of a description that changed', () => {
  expect(changedWords('a b c', 'a x c')).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: ' c' },
  ]);
});

test('shows a changed run of words in one piece', () => {
  expect(changedWords('seen (one and two) here', 'seen in state one or two, here')).toEqual([
    { kind: 'same', text: 'seen ' },
    { kind: 'removed', text: '(one and two)' },
    { kind: 'added', text: 'in state one or two,' },
    { kind: 'same', text: ' here' },
  ]);
});
