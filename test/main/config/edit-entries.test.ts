import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { addEntry, removeEntry } from '../../../main/config/edit-entries.ts';

const file = `# my backends
backends:
  # the wiki
  - name: wiki
    transport: http
    url: http://wiki/mcp # inside

  - name: files
    transport: stdio
    command: mcp-files
    args: [/srv]
# the end
`;
const notes = { name: 'notes', transport: 'stdio', command: 'mcp-notes' };

test('adds a backend behind the last one', () => {
  expect(addEntry(file, notes)).toBe(
    file.replace(
      '    args: [/srv]\n',
      '    args: [/srv]\n  - name: notes\n    transport: stdio\n    command: mcp-notes\n',
    ),
  );
});

test('makes the list where there is none', () => {
  const entry = '  - name: notes\n    transport: stdio\n    command: mcp-notes\n';
  expect(addEntry('', notes)).toBe(`backends:\n${entry}`);
  expect(addEntry('# mine', notes)).toBe(`# mine\nbackends:\n${entry}`);
  expect(addEntry('backends: []\n', notes)).toContain('name: notes');
});

test('removes a backend with its lines only', () => {
  expect(removeEntry(file, 'files')).toBe(file.replace(/ {2}- name: files[^]*\[\/srv\]\n/, ''));
  expect(removeEntry(removeEntry(file, 'files'), 'wiki')).toContain('# my backends');
});

test('keeps the line ends of the file', () => {
  const added =
    'backends:\r\n  - name: old\r\n  - name: notes\r\n    transport: stdio\r\n    command: mcp-notes\r\n';
  expect(addEntry('backends:\r\n  - name: old\r\n', notes)).toBe(added);
  expect(addEntry('backends: []\r\n', notes)).not.toMatch(/[^\r]\n/);
});

test('adds beside an indentation of its own', () => {
  expect(addEntry('backends:\n- name: old\n', notes)).toBe(
    'backends:\n- name: old\n- name: notes\n  transport: stdio\n  command: mcp-notes\n',
  );
});

test.each(['backends: [{ name: old }]\n', 'backends: []\n', 'backends:\n'])(
  'adds to the list %j, however it is written',
  (before) => {
    const { backends } = parseDocument(addEntry(before, notes)).toJS() as { backends: unknown[] };
    expect(backends.at(-1)).toStrictEqual(notes);
  },
);

test('refuses a list that is none', () => {
  expect(() => addEntry('backends: 3\n', notes)).toThrow('is not a list');
});

test('refuses a name that is taken or unknown', () => {
  expect(() => addEntry(file, { ...notes, name: 'wiki' })).toThrow('there already');
  expect(() => removeEntry(file, 'none')).toThrow('no backend "none"');
});
