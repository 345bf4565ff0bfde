import { expect, test } from 'vitest';
import { glueJob } from '../../builders/sandbox-job.ts';
import { openSandbox } from './open-sandbox.ts';

const sandbox = openSandbox();

async function printed(source: string): Promise<readonly string[]> {
  return (await sandbox.run(glueJob(`const tool = () => { ${source} }`))).console;
}

test('prints values readably and marks levels above info', async () => {
  const lines = await printed(`
    console.log('text', 1, 2n, null, undefined, true, Symbol('s'), -0);
    console.info({ a: [1, 'two', { b: new Map([['k', new Set([1])]]) }] });
    console.warn(new TypeError('bad'), /x/g, new Date(0), [,1], function named() {}, class A {});
    console.error(Object.assign(new Error('no'), { code: 'E_NO' }));
    console.debug();
    console.table([1]); console.group('g'); console.groupEnd(); console.assert(1 > 2, 'sum');`);
  expect(lines).toEqual([
    'text 1 2n null undefined true Symbol(s) 0',
    '{ a: [1, "two", { b: Map { "k" => Set { 1 } } }] }',
    '[warn] TypeError: bad /x/g 1970-01-01T00:00:00.000Z [1] [Function named] [Function A]',
    '[error] Error: no (E_NO)',
    '[debug] ',
    '[1]',
    'g',
    '[error] Assertion failed sum',
  ]);
});

test('never throws and never calls a getter', async () => {
  const lines = await printed(`
    const loop = { get bad() { throw 1; } }; loop.self = loop;
    console.log(loop, new Proxy({}, { ownKeys() { throw 1; } }));
    console.log({ toString() { throw 1; }, [Symbol.toPrimitive]() { throw 2; } });
    console.log(Object.setPrototypeOf(new Date(), null), Object.create(null));`);
  expect(lines.slice(0, 1)).toEqual(['{ bad: [Getter], self: [Circular] } [unprintable]']);
  expect(lines).toHaveLength(3);
});

test('keeps 4 KB of the console and marks the cut', async () => {
  const lines = await printed(`for (let i = 0; i < 100_000; i++) console.log('line é', i);`);
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  expect(bytes).toBeLessThanOrEqual(4096);
  expect(lines.at(-1)).toMatch(/… \(console cut at 4 KB\)$/);
});

test('cuts one huge line between two characters', async () => {
  const [line = '', ...more] = await printed(`console.log('€'.repeat(1e7)); console.log('x');`);
  expect(line).toMatch(/^€+… \(console cut at 4 KB\)$/);
  expect(more).toEqual([]);
});
