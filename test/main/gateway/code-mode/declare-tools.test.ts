import { describe, expect, test } from 'vitest';
import { declareTools } from '../../../../main/gateway/code-mode/declare-tools.ts';
import { declareType } from '../../../../main/gateway/code-mode/declare-type.ts';
import { toolEntries } from '../../../builders/tool-entries.ts';

describe('a type', () => {
  test.each([
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] },
      'string | number[]',
    ],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { const: 1 }] } }, 'Array<string | 1>'],
    [
      { allOf: [{ $ref: '#/$defs/A' }, { properties: { b: {} } }] },
      '{ a: string } & { b?: unknown }',
    ],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ $ref: 'https://example.org/x.json' }, 'unknown'],
    [{ $ref: '#/$defs/Gone' }, 'unknown'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
      '{ a?: string }',
    ],
    [{ $ref: '#/$defs/Node' }, '{ next?: unknown }'],
    [{ type: 'made up' }, 'unknown'],
    [42, 'unknown'],
  ])('of %j is %s', (schema, type) => {
    const root = {
      $defs: {
        A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
      },
    };
    expect(declareType(schema, root, 1)).toBe(type);
  });

  test('stops growing when references multiply', () => {
    const defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/D${index + 1}` };
        return [`D${index}`, { type: 'object', properties: { a: next, b: next, c: next } }];
      }),
    );
    expect(declareType({ $ref: '#/$defs/D0' }, { $defs: defs }).length).toBeLessThan(200_000);
  });
});

describe('a list of declarations', () => {
  test.each([
    [25, 'full'],
    [26, 'line'],
    [250, 'line'],
    [251, 'name'],
    [2000, 'name'],
    [2001, 'backend'],
  ])('of %i tools says %s', (count, detail) => {
    const text = declareTools(toolEntries(count), 10_000, undefined);
    expect(text.split('\n').at(-1)).toContain(`// ${count} matched`);
    expect(text.split('\n').at(-1)).toContain(`(${detail})`);
  });

  test('never passes 50 KB and says what is missing', () => {
    const entries = toolEntries(25, { description: 'x'.repeat(9000) });
    const text = declareTools(entries, 100, 'full');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
    expect(text).toContain('matched');
    expect(Buffer.byteLength(declareTools(toolEntries(5000), 5000, 'line'))).toBeLessThanOrEqual(
      50_000,
    );
  });

  test('keeps descriptions inside their comments', () => {
    const text = declareTools(toolEntries(1, { description: 'ends */ here' }), 1, 'full');
    expect(text).toContain('/** ends * / here');
  });
});

test('writes no empty comment for a tool that says nothing', () => {
  const silent = { description: '', access: 'unclassified', inputSchema: {} };
  const declared = (detail: 'full' | 'line') => declareTools(toolEntries(1, silent), 1, detail);
  expect(declared('full')).toBe(
    'declare namespace toolmesh {\n  function backend0_get_invoice_0(args?: Record<string, unknown>): Promise<unknown>;\n}\n// 1 matched, 1 shown (full)',
  );
  expect(declared('line')).not.toMatch(/; \/\/ ?$/m);
});
