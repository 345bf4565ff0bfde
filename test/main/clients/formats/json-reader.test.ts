import { parseTree, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { readJson, valueOf } from '../../../../main/clients/formats/json/json-reader.ts';
import { Refusal } from '../../../../main/clients/refusal.ts';
import { createRandom } from '../../../builders/random.ts';
import { randomJson } from '../../../builders/random-json.ts';

const dialects = [
  { comments: false, trailingCommas: false },
  { comments: true, trailingCommas: false },
  { comments: true, trailingCommas: true },
];

/** Another reader's opinion. */
function isAccepted(
  text: string,
  { comments, trailingCommas }: (typeof dialects)[number],
): boolean {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: trailingCommas });
  return errors.length === 0;
}

function accepts(text: string, dialect: (typeof dialects)[number]): boolean {
  try {
    return readJson(text, dialect) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

test.each(dialects)('accepts what jsonc-parser accepts in %j, also after damage', (dialect) => {
  for (let seed = 0; seed < 400; seed += 1) {
    const random = createRandom(seed);
    const whole = randomJson(random, 'mcpServers', random.pick(dialects));
    const at = random.between(0, whole.length - 1);
    const damage = random.pick(['', ',', '"', '}', '/', '0', '\\', ':', ' ']);
    const text = random.next() < 0.3 ? whole : whole.slice(0, at) + damage + whole.slice(at + 1);
    if (text.trim() === '') continue;
    expect({ text, ok: accepts(text, dialect) }).toEqual({ text, ok: isAccepted(text, dialect) });
  }
});

test('reads the values JSON.parse reads', () => {
  const dialect = { comments: false, trailingCommas: false };
  for (let seed = 0; seed < 200; seed += 1) {
    const text = randomJson(createRandom(seed), 'mcpServers', dialect);
    const root = readJson(text, dialect);
    expect(root && valueOf(text, root)).toEqual(JSON.parse(text));
  }
});
