import { afterEach, beforeEach, expect, test } from 'vitest';
import { repairMovedEntries } from '../../../main/services/create-client-services.ts';
import { clientHome, type ClientHome } from '../../builders/client-home.ts';
import { createRecordingLogger } from '../../fakes/recording-logger.ts';

let home: ClientHome;
const before = '{ "mcpServers": { "a": {} } }';

beforeEach(async () => {
  home = clientHome();
  home.write('.cursor/mcp.json', before);
  home.write('.codex/config.toml', '');
  await home.installer.install('cursor');
  await home.installer.install('codex');
});
afterEach(() => {
  home.remove();
});

test('brings every entry to the new place and says so', async () => {
  const logger = createRecordingLogger();
  home.world.app = '/opt/moved';
  await repairMovedEntries(home.installer, logger);

  expect(home.read('.cursor/mcp.json')).toContain('/opt/moved/node');
  expect(home.read('.codex/config.toml')).toContain('/opt/moved/node');
  expect(logger.lines).toHaveLength(2);
  await home.installer.remove('cursor');
  expect(home.read('.cursor/mcp.json')).toBe(before);
});

test('leaves an entry alone that somebody took out or gave away', async () => {
  const other = '[mcp_servers.toolmesh]\nurl = "https://example.com"\n';
  home.write('.cursor/mcp.json', before);
  home.write('.codex/config.toml', other);
  home.world.app = '/opt/moved';
  await repairMovedEntries(home.installer, createRecordingLogger());

  expect(home.read('.cursor/mcp.json')).toBe(before);
  expect(home.read('.codex/config.toml')).toBe(other);
});

test('a file that cannot be read does not keep the others from their repair', async () => {
  home.write('.cursor/mcp.json', '{ broken');
  home.world.app = '/opt/moved';
  await repairMovedEntries(home.installer, createRecordingLogger());

  expect(home.read('.codex/config.toml')).toContain('/opt/moved/node');
  expect(home.read('.cursor/mcp.json')).toBe('{ broken');
});
