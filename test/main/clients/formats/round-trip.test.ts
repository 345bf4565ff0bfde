import { expect, test } from 'vitest';
import type { EntryPlace, Fields } from '../../../../main/clients/formats/entry-format.ts';
import { formatOf, type FormatName } from '../../../../main/clients/formats/format-of.ts';
import { createRandom, type Random } from '../../../builders/random.ts';
import { randomJson } from '../../../builders/random-json.ts';
import { randomToml } from '../../../builders/random-toml.ts';
import { randomYaml } from '../../../builders/random-yaml.ts';

const rounds = 250;
const plain: Fields = [
  ['command', '/opt/tool mesh/bin/node'],
  ['args', ['C:\\x\\cli.mjs', 'stdio', "it's", '"q"']],
];
const named: Fields = [['name', 'toolmesh'], ...plain];
const json = (style: { comments: boolean; trailingCommas: boolean }) => (random: Random) =>
  randomJson(random, 'mcpServers', style);

const kinds: readonly {
  readonly title: string;
  readonly format: FormatName;
  readonly place: EntryPlace;
  readonly fields: Fields;
  readonly text: (random: Random) => string;
}[] = [
  {
    title: 'JSON',
    format: 'json',
    place: place('mcpServers'),
    fields: plain,
    text: json({ comments: false, trailingCommas: false }),
  },
  {
    title: 'JSON with comments',
    format: 'json-comments',
    place: place('mcpServers'),
    fields: plain,
    text: json({ comments: true, trailingCommas: false }),
  },
  {
    title: 'JSONC',
    format: 'jsonc',
    place: place('mcpServers'),
    fields: plain,
    text: json({ comments: true, trailingCommas: true }),
  },
  {
    title: 'TOML tables',
    format: 'toml',
    place: place('mcp_servers'),
    fields: plain,
    text: randomToml,
  },
  {
    title: 'YAML maps',
    format: 'yaml',
    place: place('extensions'),
    fields: plain,
    text: (random) => randomYaml(random, 'extensions', false),
  },
  {
    title: 'YAML lists',
    format: 'yaml',
    place: { ...place('mcpServers'), isList: true },
    fields: named,
    text: (random) => randomYaml(random, 'mcpServers', true),
  },
];

function place(key: string): EntryPlace {
  return { key: [key], name: 'toolmesh', isList: false };
}

test.each(kinds)(
  'a cut gives random $title back byte for byte',
  ({ format, place: where, fields, text }) => {
    const differing = Array.from({ length: rounds }, (_, seed) => {
      const before = text(createRandom(seed));
      try {
        const reading = formatOf(format).read(before, where);
        const installed = reading.insert(fields);
        const again = formatOf(format).read(installed, where);
        const after = again.remove(reading.mapBefore).text;
        const expected = format === 'toml' ? appended(before) : before;
        return after === expected || after === before ? [] : [{ seed, before, installed, after }];
      } catch (error) {
        return [{ seed, before, error: String(error), cause: String((error as Error).cause) }];
      }
    }).flat();

    expect(differing).toEqual([]);
  },
);

/** A block at the end brings the line end that the last line lacked; the ledger gives even that back. */
function appended(before: string): string {
  if (before === '' || before.endsWith('\n'))
    return before.replace(/(?:\r?\n)+$/, (end) => end.slice(0, end.startsWith('\r') ? 2 : 1));
  return `${before}${before.includes('\r\n') ? '\r\n' : '\n'}`;
}

test.each(kinds)(
  'an update of the entry in random $title changes its values only',
  ({ format, place: where, fields, text }) => {
    const differing = Array.from({ length: rounds }, (_, seed) => {
      const before = text(createRandom(seed));
      try {
        const installed = formatOf(format).read(before, where).insert(fields);
        const other: Fields = fields.map(([name, value]) =>
          name === 'command' ? [name, '/new/place'] : [name, value],
        );
        const moved = formatOf(format).read(installed, where).update(other);
        const back = formatOf(format).read(moved, where).update(fields);
        return back === installed && moved !== installed ? [] : [{ seed, installed, moved, back }];
      } catch (error) {
        return [{ seed, before, error: String(error), cause: String((error as Error).cause) }];
      }
    }).flat();

    expect(differing).toEqual([]);
  },
);
