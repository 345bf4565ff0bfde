import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { declareTools } from '../../../../main/gateway/code-mode/declare-tools.ts';
import { toolEntries } from '../../../builders/tool-entries.ts';

type Schema = Readonly<Record<string, unknown>>;

function declared(inputSchema: Schema, count = 1): string {
  return declareTools(toolEntries(count, { inputSchema }), 100, 'full');
}

const loop = {
  type: 'object',
  properties: { a: { $ref: '#/$defs/A' }, self: { $ref: '#' } },
  $defs: {
    A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } },
    B: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/%24defs/B' }, { type: 'null' }] },
  },
};
const deep = Array.from({ length: 300 }).reduce<Schema>(
  (inner) => ({ type: 'object', properties: { in: inner } }),
  { type: 'string' },
);
const fifty = Array.from({ length: 50 }, (_, at) => ({
  type: 'object',
  properties: { [`k${at}`]: {} },
}));
const wide = Object.fromEntries(
  Array.from({ length: 5000 }, (_, at) => [`field${at}`, { type: 'string' }]),
);

describe('a declaration', () => {
  test.each<[string, Schema]>([
    ['references in circles', loop],
    ['three hundred levels', deep],
    ['a union of fifty', { type: 'object', properties: { x: { anyOf: fifty } } }],
    [
      'keys that are no identifiers',
      { properties: { 'a b': {}, '*/ evil': {}, '': {}, '\u2028': {}, '0': {}, __proto__: {} } },
    ],
    ['five thousand fields', { type: 'object', properties: wide }],
    [
      'ten thousand values',
      { properties: { x: { enum: Array.from({ length: 10_000 }, (_, at) => `value ${at}`) } } },
    ],
    ['values of half a megabyte', { properties: { x: { enum: ['y'.repeat(500_000), 1] } } }],
    [
      'a comment of a megabyte',
      { properties: { x: { description: '*/ } '.repeat(200_000), default: 'z'.repeat(9000) } } },
    ],
    [
      'nothing that is a schema',
      { properties: { a: 7, b: null, c: ['x'], d: 'string' }, required: 'a', enum: 3 },
    ],
  ])('of %s is TypeScript with a signature', (_what, schema) => {
    const text = declared(schema);
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
    expect(text).toMatch(/function backend0_get_invoice_0\(args\??: \{|Record<string, unknown>/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
  });

  test('of a huge tool leaves room for the others', () => {
    const schema = { type: 'object', properties: wide };
    const text = declared(schema, 20);
    expect(text.split('\n').at(-1)).toContain('20 matched, 20 shown');
    expect(text.match(/field0\?: string/g)).toHaveLength(20);
  });

  test('shows some of many values and says how many more there are', () => {
    const values = Array.from({ length: 60 }, (_, at) => at);
    expect(declared({ properties: { x: { enum: values } } })).toContain(
      '| 49 | number /* 10 more */',
    );
  });

  test('names what is required without being described', () => {
    expect(declared({ type: 'object', required: ['id'] })).toContain('id: unknown');
  });

  test('tells of fields that have no name of their own', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^x-': { type: 'number' } },
      additionalProperties: { type: 'boolean' },
    };
    expect(declared(schema)).toContain('/* others: number | boolean */ [key: string]: unknown');
  });
});
