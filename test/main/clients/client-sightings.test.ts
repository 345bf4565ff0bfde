import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ClientSightings, loadSightings } from '../../../main/clients/client-sightings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-seen-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('remembers over a restart when a client came last', async () => {
  const file = path.join(folder, 'deep', 'seen.json');
  const sightings = new ClientSightings(file);
  const heard: string[] = [];
  sightings.onSighting((client) => heard.push(client));
  sightings.record('cursor', { at: 1, name: 'Cursor', version: '1.0' });
  sightings.record('cursor', { at: 2, name: 'Cursor', version: '1.1' });
  await sightings.close();

  expect(heard).toEqual(['cursor', 'cursor']);
  expect(new ClientSightings(file).last('cursor')).toEqual({
    at: 2,
    name: 'Cursor',
    version: '1.1',
  });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('starts empty when its file is damaged', () => {
  const file = path.join(folder, 'damaged.json');
  writeFileSync(file, '{"cursor":');

  expect(loadSightings(file)).toEqual({});
});

test('forgets the oldest of too many labels', async () => {
  const sightings = new ClientSightings(path.join(folder, 'many.json'));
  for (let index = 0; index < 300; index += 1)
    sightings.record(`client-${index}`, { at: index, name: '', version: '' });

  expect(sightings.last('client-0')).toBeUndefined();
  expect(sightings.last('client-299')).toBeDefined();
  await sightings.close();
});
