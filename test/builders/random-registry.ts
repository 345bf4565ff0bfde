// Tools as backends declare them, and arguments their schemas accept.
import type { ExposedTool } from '../../main/gateway/exposition/model.ts';
import { createRandom, type Random } from './random.ts';

type Schema = Record<string, unknown>;

/** A field's schema and values that fit it. */
interface Kind {
  schema(random: Random): Schema;
  value(random: Random): unknown;
}

const node = { $ref: '#/$defs/Node' };

const kinds: readonly Kind[] = [
  {
    schema: (random) => ({ type: 'string', minLength: random.between(0, 3) }),
    value: () => 'abcd',
  },
  {
    schema: (random) => ({ type: 'integer', minimum: random.between(0, 3), maximum: 9 }),
    value: (random) => random.between(3, 9),
  },
  { schema: () => ({ type: 'number', exclusiveMinimum: 0 }), value: (random) => random.next() + 1 },
  { schema: () => ({ type: 'boolean' }), value: (random) => random.next() < 0.5 },
  {
    schema: (random) => ({ type: 'string', enum: random.next() < 0.5 ? ['a', 'b'] : ['b', 'c'] }),
    value: () => 'b',
  },
  { schema: () => ({ const: 'k' }), value: () => 'k' },
  {
    schema: () => ({ type: ['string', 'null'] }),
    value: (random) => random.pick(['x', null]),
  },
  {
    schema: () => ({ type: 'array', items: { $ref: '#/$defs/Item' } }),
    value: () => [{ sku: 'x' }],
  },
  {
    schema: (random) => ({
      type: 'object',
      properties: { $ref: { type: 'string' }, n: { type: 'number' } },
      required: ['n'],
      additionalProperties: random.next() < 0.5,
    }),
    value: (random) => ({ n: random.between(0, 9) }),
  },
  {
    schema: () => ({ ...node, description: 'A tree' }),
    value: () => ({ children: [{ children: [] }] }),
  },
  {
    schema: () => ({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
    value: (random) => random.pick(['x', 7]),
  },
  { schema: () => ({}), value: (random) => random.pick<unknown>([1, 'x', [], {}]) },
];

const fieldNames = ['id', 'name', 'limit', 'action', 'f', '__proto__', 'constructor', 'größe'];
const texts = ['Fetch one.', 'Lists things', '', 'Say "x": [y] | z', 'Two. Sentences.'];

export interface RandomTool extends ExposedTool {
  /** Arguments that the tool's own schema accepts. */
  readonly sample: Readonly<Record<string, unknown>>;
}

export function randomRegistry(seed: number): readonly RandomTool[] {
  const random = createRandom(seed);
  const names = [
    'a.get',
    'a.set',
    'a.b_c',
    'a_b.c',
    'b.x.go',
    'b.x.stop',
    'ping',
    'a.get',
    'c d.e/f',
  ];
  names.push(`long.${'q'.repeat(random.between(55, 90))}`, `long.${'q'.repeat(80)}z`, 'ping.deep');
  return Array.from({ length: random.between(1, 7) }, () => randomTool(random, random.pick(names)));
}

function randomTool(random: Random, name: string): RandomTool {
  const picked = new Map<string, Kind>();
  for (let index = random.between(0, 4); index > 0; index -= 1)
    picked.set(random.pick(fieldNames), random.pick(kinds));
  const fields = [...picked];
  const required = fields.filter(() => random.next() < 0.5).map(([field]) => field);
  const properties = Object.fromEntries(
    fields.map(([field, kind]) => [field, kind.schema(random)]),
  );
  const isUndeclared = random.next() < 0.05;
  const given = fields.filter(([field]) => required.includes(field) || random.next() < 0.7);
  const sample = Object.fromEntries(given.map(([field, kind]) => [field, kind.value(random)]));
  const description = random.pick(texts);
  return {
    unit: random.pick(['u', 'v']),
    name,
    access: random.pick(['read', 'write', 'admin', 'dangerous']),
    description,
    tags: random.pick([[], ['x'], ['x', 'y']]),
    states: random.pick([undefined, undefined, ['s'], ['s', 't']]),
    inputSchema: isUndeclared ? undefined : schemaOf(random, properties, required, sample),
    sample: isUndeclared ? {} : sample,
  };
}

function schemaOf(
  random: Random,
  properties: Schema,
  required: readonly string[],
  sample: Schema,
): Schema {
  const base: Schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    required,
    $defs: {
      Item: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
      Node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
        ...(random.next() < 0.5 && { required: ['children'] }),
      },
    },
  };
  const given = Object.keys(sample).filter((field) => !required.includes(field));
  switch (random.between(0, 5)) {
    case 0:
      return { ...base, additionalProperties: false };
    case 1:
      return given.length === 0
        ? base
        : { ...base, anyOf: given.map((field) => ({ required: [field] })) };
    case 2:
      return { ...base, allOf: [{ type: 'object', properties, minProperties: 0 }] };
    case 3:
      return { ...base, additionalProperties: true, patternProperties: { '^x-': {} } };
    default:
      return base;
  }
}
