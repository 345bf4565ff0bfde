import { expect, test } from 'vitest';
import { clientView } from '../../builders/setup-views.ts';
import { mountApp } from '../mount-app.ts';

const taken = clientView({
  id: 'cursor',
  label: 'Cursor',
  state: 'conflict',
  files: [
    {
      file: '/home/user/.cursor/mcp.json',
      kind: 'user',
      exists: true,
      state: 'conflict',
      startsInstead: 'node /x/fork.js',
    },
  ],
});

test('offers another name where the name is taken', async () => {
  const app = await mountApp({ clients: [taken] }, { hash: '#/clients' });
  app.find('[aria-label="Resolve Cursor"]').click();
  await app.settle();

  expect(app.texts('.try-p > p')[0]).toContain('It starts node /x/fork.js.');
  expect(app.texts('.seg [aria-pressed="true"]')).toEqual(['Use another name']);
  expect(app.texts('.src .del')).toEqual([]);
  expect(app.services.state.clients[0]?.state).toBe('conflict');
});

test('replaces the other entry only when that is chosen and confirmed', async () => {
  const app = await mountApp({ clients: [taken] }, { hash: '#/clients' });
  app.find('[aria-label="Resolve Cursor"]').click();
  await app.settle();
  app.find('.seg [aria-pressed="false"]').click();
  await app.settle();
  expect(app.texts('.src .del')).not.toEqual([]);
  expect(app.services.state.clients[0]?.state).toBe('conflict');
  app.find('.try .pri').click();
  await app.settle();

  expect(app.services.state.clients[0]?.state).toBe('installed');
});

test('shows the file with the other entry', async () => {
  const app = await mountApp({ clients: [taken] }, { hash: '#/clients' });
  app.find('[aria-label="Resolve Cursor"]').click();
  await app.settle();
  app.find('.try .quiet').click();
  await app.settle();

  expect(app.desktop.opened).toEqual(['/home/user/.cursor/mcp.json']);
});

test.each([
  ['Open in client', { bundle: false, link: 'cursor://x/install?name=toolmesh' }, 'cursor://'],
  ['Open bundle', { bundle: true }, 'ToolMesh.mcpb'],
])('leads to the other way in: %s', async (label, routes, opened) => {
  const clients = [clientView({ id: 'cursor', label: 'Cursor', state: 'not-installed', routes })];
  const app = await mountApp({ clients }, { hash: '#/clients' });
  app.find('[aria-label="Install Cursor"]').click();
  await app.settle();
  expect(app.texts('.try .quiet')).toEqual([label]);
  app.find('.try .quiet').click();
  await app.settle();

  expect(app.desktop.opened.join()).toContain(opened);
});

test.each([
  [
    'en',
    [
      'Restart Zed',
      'An entry "toolmesh" that is there starts node /x/fork.js; choose another name, or replace it',
    ],
  ],
  [
    'de',
    [
      'Starte Zed neu',
      'Ein Eintrag „toolmesh“ dort startet node /x/fork.js; nimm einen anderen Namen oder ersetze ihn',
    ],
  ],
])('says in the language of the window (%s) what is next', async (locale, lines) => {
  const zed = clientView({
    id: 'zed',
    label: 'Zed',
    state: 'installed',
    next: { todo: 'reload', label: 'Zed', way: 'restart', command: '' },
  });
  const resolve = { ...taken, next: { todo: 'resolve', starts: 'node /x/fork.js' } as const };
  const app = await mountApp({ clients: [zed, resolve] }, { hash: '#/clients', locale });
  expect(app.texts('td .hint2')).toEqual(lines);
});
