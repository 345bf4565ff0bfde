import { describe, expect, test } from 'vitest';
import { editList } from '../../../main/config/edit-list.ts';

const place = ['expose', 'tools'] as const;

describe('adding a word', () => {
  test.each([
    ['a flow list', 'expose:\n  tools: [a] # mine\n', 'expose:\n  tools: [a, b] # mine\n'],
    ['an empty flow list', 'expose: { tools: [] }\n', 'expose: { tools: [b] }\n'],
    [
      'a block list',
      'expose:\n  tools:\n    - a # first\n# end\n',
      'expose:\n  tools:\n    - a # first\n    - b\n# end\n',
    ],
    [
      'a section without the key',
      '# top\nexpose:\n  audit: full # all\nbackends: []\n',
      '# top\nexpose:\n  audit: full # all\n  tools: [b]\nbackends: []\n',
    ],
    ['a file without the section', 'unit: x', 'unit: x\nexpose:\n  tools: [b]\n'],
    ['an empty file', '', 'expose:\n  tools: [b]\n'],
    [
      'Windows line ends',
      'expose:\r\n  tools:\r\n  - a\r\nz: 1\r\n',
      'expose:\r\n  tools:\r\n  - a\r\n  - b\r\nz: 1\r\n',
    ],
    ['a key without a value', 'expose:\n  tools:\nz: [1]\n', 'expose:\n  tools: [b]\nz: [1]\n'],
    [
      'a list that is null',
      'expose:\r\n  tools: ~ # none\r\nz: [1]\r\n',
      'expose:\r\n  tools: [b] # none\r\nz: [1]\r\n',
    ],
    [
      'a section without a value',
      'expose: # all\nz: [1]\n',
      'expose: # all\n  tools: [b]\nz: [1]\n',
    ],
    ['a section without a value at the end', 'z: [1]\nexpose:', 'z: [1]\nexpose:\n  tools: [b]'],
    ['a section that is null', 'expose: null\nz: [1]\n', 'expose: { tools: [b] }\nz: [1]\n'],
    ['an empty section', 'expose: {} # none\nz: [1]\n', 'expose: { tools: [b] } # none\nz: [1]\n'],
  ])('changes only what must change in %s', (_name, before, after) => {
    expect(editList(before, place, { add: 'b' })).toBe(after);
  });

  test('leaves a list alone that has the word', () => {
    const text = 'expose: {tools:  [ b ]}';
    expect(editList(text, place, { add: 'b' })).toBe(text);
  });
});

describe('removing a word', () => {
  test.each([
    ['the first of a flow list', 'expose: { tools: [b, a] }\n', 'expose: { tools: [a] }\n'],
    ['the last of a flow list', 'expose: { tools: [a, b] } # x\n', 'expose: { tools: [a] } # x\n'],
    ['the only one of a flow list', 'expose: { tools: [b] }\n', 'expose: { tools: [] }\n'],
    [
      'a line of a block list',
      'expose:\n  tools:\n    - a\n    - "b" # gone\n    - c\n',
      'expose:\n  tools:\n    - a\n    - c\n',
    ],
    [
      'the only line of a block list',
      'expose:\n  # keep\n  tools:\n    - b\n',
      'expose:\n  # keep\n  tools: []\n',
    ],
  ])('takes out %s', (_name, before, after) => {
    expect(editList(before, place, { remove: 'b' })).toBe(after);
  });
});

test('refuses a place that holds something else', () => {
  expect(() => editList('expose: { tools: yes }\n', place, { add: 'b' })).toThrow(/not a list/);
});
