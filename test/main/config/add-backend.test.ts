import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { addBackend } from '../../../main/config/add-backend.ts';

const entry = { name: 'new', transport: 'rest', dadl: 'new.dadl' };
const lines = ['  - name: new', '    transport: rest', '    dadl: new.dadl', ''];

test.each([
  ['', ['backends:', ...lines].join('\n')],
  ['# only a comment\n', ['# only a comment', 'backends:', ...lines].join('\n')],
  [
    'backends:\n  - name: old # keep\n    transport: stdio\n\n# the end\n',
    [
      'backends:',
      '  - name: old # keep',
      '    transport: stdio',
      '',
      ...lines.slice(0, 3),
      '# the end',
      '',
    ].join('\n'),
  ],
  [
    'backends:\n- name: old\n',
    'backends:\n- name: old\n- name: new\n  transport: rest\n  dadl: new.dadl\n',
  ],
])('adds to %j and changes nothing else', (before, after) => {
  const added = addBackend(before, entry);
  expect(parseDocument(added).toJS()).toStrictEqual(parseDocument(after).toJS());
  for (const line of before.split('\n')) expect(added).toContain(line);
});

test('keeps the line ends of the file', () => {
  expect(addBackend('backends:\r\n  - name: old\r\n', entry)).toBe(
    'backends:\r\n  - name: old\r\n  - name: new\r\n    transport: rest\r\n    dadl: new.dadl\r\n',
  );
});

test.each(['backends: [{ name: old }]\n', 'backends: []\n', 'backends:\n'])(
  'adds to the list %j, however it is written',
  (before) => {
    const { backends } = parseDocument(addBackend(before, entry)).toJS() as { backends: unknown[] };
    expect(backends.at(-1)).toStrictEqual(entry);
  },
);

test('refuses a name that is taken and a list that is none', () => {
  expect(() => addBackend('backends:\n  - name: new\n', entry)).toThrow('"new" exists already');
  expect(() => addBackend('backends: 3\n', entry)).toThrow('is not a list');
});
