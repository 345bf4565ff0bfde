import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadUnit } from '../../../main/config/load-unit.ts';

const yaml = 'unit: odd\nimplementation: ./odd.js\n';
const glue = 'function describe() { return { tools: [] }; }\n';
let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'toolmesh-unit-'));
  folder = path.join(parent, 'odd');
  write('unit.yaml', yaml);
  write('odd.js', glue);
});

afterEach(() => {
  rmSync(parent, { recursive: true });
});

function write(file: string, content: string | Buffer): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** `file:line:column message` of each problem; the names of the files loaded when there is none. */
async function outcome(): Promise<readonly string[]> {
  const loaded = await loadUnit(folder, {});
  if ('unit' in loaded) return loaded.unit.files.map(({ name }) => name);
  return loaded.problems.map(({ file = '', line = 0, column = 0, message }) => {
    return `${path.relative(folder, file)}:${line}:${column} ${message}`;
  });
}

test.each([
  ['Windows line ends', yaml.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${yaml}`],
  ['an anchor and its alias', `${yaml}expose: { tools: &names [a], meta_signals: *names }\n`],
])('loads a unit.yaml with %s', async (_, text) => {
  write('unit.yaml', text);
  write('odd.js', `\uFEFF${glue.replaceAll('\n', '\r\n')}`);
  expect(await outcome()).toEqual(['odd.js']);
});

test.each([
  [
    'in Latin-1',
    Buffer.from(`${yaml}# für\n`, 'latin1'),
    'unit.yaml:0:0 cannot be read (it is not UTF-8 text; save it as UTF-8)',
  ],
  [
    'in UTF-16',
    Buffer.from(`\uFEFF${yaml}`, 'utf16le'),
    'unit.yaml:0:0 cannot be read (it is not UTF-8 text, it looks like UTF-16; save it as UTF-8)',
  ],
  [
    'with a key twice',
    `${yaml}unit: again\n`,
    'unit.yaml:3:1 the key "unit" is written twice; keep one of them',
  ],
  [
    'with a tab',
    `${yaml}expose:\n\ttools: [a]\n`,
    'unit.yaml:4:1 a tab indents this line; use spaces',
  ],
  [
    'with a second document',
    `${yaml}---\n${yaml}`,
    'unit.yaml:3:1 a second document begins here ("---"); keep one in a file',
  ],
  [
    'that begins as a list and goes on as a mapping',
    `- unit: odd\n${yaml}backends:\n  - name: a\n    transport: http\n`,
    'unit.yaml:2:1 Unexpected scalar at node end',
  ],
  [
    'whose aliases grow without bound',
    `${yaml}${'abcdefgh'.replaceAll(
      /./g,
      (letter, at: number) =>
        `${letter}: &${letter} [${Array(10)
          .fill(at === 0 ? 1 : `*${'abcdefgh'.charAt(at - 1)}`)
          .join()}]\n`,
    )}`,
    'unit.yaml:1:1 the aliases (*name) stand for too many values; write the values out',
  ],
  [
    'without a file',
    yaml.replace('./odd.js', '[]'),
    'unit.yaml:2:17 implementation: expected at least 1 in the list, got an empty list',
  ],
  [
    'with a file twice',
    yaml.replace('./odd.js', '[./odd.js, odd.js]'),
    'unit.yaml:2:17 implementation: "odd.js" is named twice; each file is loaded once',
  ],
])('says what is wrong with a unit.yaml %s', async (_, content, problem) => {
  write('unit.yaml', content);
  expect(await outcome()).toEqual([problem]);
});

test('names the file of a directory that it cannot load', async () => {
  write('unit.yaml', yaml.replace('./odd.js', './glue'));
  write('glue/a.js', glue);
  write('glue/b.js', Buffer.from([0x2f, 0x2f, 0xff]));
  write('glue/c.js/readme.md', 'a folder');
  write('../outside.js', glue);
  symlinkSync(path.join(parent, 'outside.js'), path.join(folder, 'glue', 'd.js'));
  expect(await outcome()).toEqual([
    'unit.yaml:2:17 implementation: "glue/b.js" cannot be read (it is not UTF-8 text; save it as UTF-8)',
    'unit.yaml:2:17 implementation: "glue/c.js" is not a regular file; move it elsewhere',
    'unit.yaml:2:17 implementation: "glue/d.js" lies outside the unit\'s folder; copy the file into it',
  ]);
});

test('loads a unit whose folder is a link', async () => {
  const link = path.join(parent, 'linked');
  symlinkSync(folder, link, 'junction');
  folder = link;
  expect(await outcome()).toEqual(['odd.js']);
});

test('says how to begin where no unit.yaml is', async () => {
  rmSync(path.join(folder, 'unit.yaml'));
  expect(await outcome()).toEqual([
    'unit.yaml:0:0 does not exist; "toolmesh units new NAME" writes a unit to start from',
  ]);
});

test.each(['../../gone.js', '/gone.js'])('refuses %s, which lies outside, unseen', async (name) => {
  write('unit.yaml', `unit: odd\nimplementation: ${name}\n`);
  expect(await outcome()).toEqual([
    `unit.yaml:2:17 implementation: "${name}" lies outside the unit's folder; copy the file into it`,
  ]);
});
