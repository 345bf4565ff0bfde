import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientHome, type ClientHome } from '../../builders/client-home.ts';

let home: ClientHome;

beforeEach(() => {
  home = clientHome();
});
afterEach(() => {
  home.remove();
});

/** About 7 MB: what years of use make of a state file. */
function stateFile(): string {
  const history = Array.from({ length: 20 }, (_, index) => ({
    display: `why does "mcpServers": {} not load? ${'x'.repeat(80)} ${index}`,
    pastedContents: {},
  }));
  const projects = Object.fromEntries(
    Array.from({ length: 1900 }, (_, index) => [
      `/home/ada/src/${index}`,
      { allowedTools: [], history, mcpServers: {}, lastCost: 0.1 },
    ]),
  );
  const text = JSON.stringify({ numStartups: 1, projects, mcpServers: { a: {} } }, null, 2);
  return text.replace('"numStartups": 1', '"numStartups": 12345678901234567890, "ratio": 1.0e-3');
}

test('changes nothing but the entry in a state file of 7 MB', async () => {
  const text = stateFile();
  expect(text.length).toBeGreaterThan(7_000_000);
  home.write('.claude.json', text);
  const [change] = await home.installer.install('claude-code');
  const installed = home.read('.claude.json');
  const added = change?.view.change?.added ?? '';

  expect(change?.view).toMatchObject({ outcome: 'installed', change: { removed: '' } });
  expect(installed.replace(added, '')).toBe(text);
  home.write('.claude.json', installed.replace('"numStartups"', '"starts"'));
  await home.installer.remove('claude-code');
  expect(home.read('.claude.json')).toBe(text.replace('"numStartups"', '"starts"'));
});

test('reads a file that nests deeper than the stack', async () => {
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)},"mcpServers":{}}`;
  home.write('.claude.json', deep);
  await home.installer.install('claude-code');
  await home.installer.remove('claude-code');

  expect(home.read('.claude.json')).toBe(deep);
});
