import { expect, test } from 'vitest';
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

test('refuses a name that is taken or unknown', () => {
  expect(() => addEntry(file, { ...notes, name: 'wiki' })).toThrow('there already');
  expect(() => removeEntry(file, 'none')).toThrow('no backend "none"');
});
