import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { JqPool } from '../../../../../main/backends/rest/jq/jq-pool.ts';

const jq = new JqPool(fileURLToPath(new URL('../../../../../out/jq-worker.cjs', import.meta.url)));
afterAll(() => jq.close());

test.each([
  ['empty', null],
  ['.a', [1, 2]],
  ['.a[]', [1, 2]],
  ['{ x: .a | length > 1 }', { x: true }],
  ['.a | map(. + 1) | add', 5],
])('puts out what %s gives', async (filter, expected) => {
  expect(await jq.run(filter, { a: [1, 2] }, 5000)).toStrictEqual(expected);
});

test('says what is wrong with a filter without running it', async () => {
  expect(await jq.check('.a[')).toContain('syntax error');
  expect(await jq.check('error("never") # comment')).toBeUndefined();
});

test('rejects with the words of jq and stays usable', async () => {
  await expect(jq.run('.a.b', { a: [1] }, 5000)).rejects.toThrow(
    'Cannot index array with string "b"',
  );
  expect(await jq.run('.', 1, 5000)).toBe(1);
});

test('stops a filter without end and goes on', async () => {
  await expect(jq.run('[recurse(. + 1)]', 0, 1000)).rejects.toThrow(
    /longer than 1 s|memory|interpreter/,
  );
  await expect(jq.run('last(repeat(1))', 0, 500)).rejects.toThrow('longer than 0.5 s');
  expect(await jq.run('. + 1', 1, 5000)).toBe(2);
});

test('shows nothing of the environment', async () => {
  expect(await jq.run('env.PATH', null, 5000)).not.toBe(process.env['PATH']);
});
