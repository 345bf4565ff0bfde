// Any valid document, however odd: what an installation adds, a removal takes away, and every other value stays what it
// was for parsers that are not the installer's own.
import { isDeepStrictEqual } from 'node:util';
import { parse as parseJsonc } from 'jsonc-parser';
import { load as loadYaml } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientHome, type ClientHome } from '../../builders/client-home.ts';
import { oddJson } from '../../builders/odd-json.ts';
import { oddToml } from '../../builders/odd-toml.ts';
import { oddYaml } from '../../builders/odd-yaml.ts';
import { createRandom, type Random } from '../../builders/random.ts';

const rounds = 60;
let home: ClientHome;

beforeEach(() => {
  home = clientHome();
});
afterEach(() => {
  home.remove();
});

const kinds: readonly {
  readonly client: string;
  readonly file: string;
  readonly key: string;
  readonly text: (random: Random) => string;
  readonly parse: (text: string) => unknown;
}[] = [
  {
    client: 'kiro',
    file: '.kiro/settings/mcp.json',
    key: 'mcpServers',
    text: (random) => oddJson(random, 'mcpServers', { comments: false, trailingCommas: false }),
    parse: (text): unknown => JSON.parse(text),
  },
  {
    client: 'cursor',
    file: '.cursor/mcp.json',
    key: 'mcpServers',
    text: (random) => oddJson(random, 'mcpServers', { comments: true, trailingCommas: true }),
    parse: (text): unknown => parseJsonc(text),
  },
  {
    client: 'gemini-cli',
    file: '.gemini/settings.json',
    key: 'mcpServers',
    text: (random) => oddJson(random, 'mcpServers', { comments: true, trailingCommas: false }),
    parse: (text): unknown => parseJsonc(text),
  },
  {
    client: 'vscode',
    file: '.config/Code/User/mcp.json',
    key: 'servers',
    text: (random) => oddJson(random, 'servers', { comments: true, trailingCommas: true }),
    parse: (text): unknown => parseJsonc(text),
  },
  {
    client: 'codex',
    file: '.codex/config.toml',
    key: 'mcp_servers',
    text: (random) => oddToml(random, false),
    parse: (text) => parseToml(text, { integersAsBigInt: true }),
  },
  {
    client: 'mistral-vibe',
    file: '.vibe/config.toml',
    key: 'mcp_servers',
    text: (random) => oddToml(random, true),
    parse: (text) => parseToml(text, { integersAsBigInt: true }),
  },
  {
    client: 'goose',
    file: '.config/goose/config.yaml',
    key: 'extensions',
    text: (random) => oddYaml(random, 'extensions', false),
    parse: parsedYaml,
  },
  {
    client: 'continue',
    file: '.continue/config.yaml',
    key: 'mcpServers',
    text: (random) => oddYaml(random, 'mcpServers', true),
    parse: parsedYaml,
  },
];

function parsedYaml(text: string): unknown {
  return loadYaml(text.replace(/!custom/g, ''));
}

test.each(kinds)('an entry in random files of $client goes in and out', async (kind) => {
  const { client, file, key, text, parse } = kind;
  const faults: unknown[] = [];
  for (let seed = 0; seed < rounds; seed += 1) {
    const random = createRandom(seed);
    const before = random.pick(['', '', '\ufeff']) + text(random);
    home.write(file, before);
    const [change] = await home.installer.install(client);
    const installed = home.read(file);
    if (change?.view.outcome !== 'installed') {
      faults.push({ seed, before, said: change?.view.problem, installed });
      continue;
    }
    const [left, right] = [before, installed].map((state) => others(parse(plain(state)), key));
    const isKept = isDeepStrictEqual(left, right);
    // A file that somebody has touched since is cut, all others get their bytes back.
    const touch = random.pick(['', '\n']);
    home.write(file, installed + touch);
    await home.installer.remove(client);
    const after = home.read(file);
    const isBack =
      after === before + touch ||
      // A block at the end brings the line end that the last line lacked, and takes empty lines along.
      (touch !== '' &&
        file.endsWith('.toml') &&
        isDeepStrictEqual(left, others(parse(plain(after)), key)));
    if (!isKept || !isBack) faults.push({ seed, before, installed, after, isKept });
  }

  expect(faults.slice(0, 3)).toEqual([]);
});

function plain(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** The document without our entry; a map that is empty is as good as none. */
function others(document: unknown, key: string): unknown {
  const { [key]: map, ...rest } = (document ?? {}) as Record<string, unknown>;
  if (Array.isArray(map)) {
    const kept = map.filter((item) => (item as { name?: unknown } | null)?.name !== 'toolmesh');
    return kept.length === 0 ? rest : { ...rest, [key]: kept };
  }
  const { toolmesh: _ours, ...kept } = (map ?? {}) as Record<string, unknown>;
  return Object.keys(kept).length === 0 ? rest : { ...rest, [key]: kept };
}
