import { canonicalData, isObject } from '../json.ts';
import type { JsonObject } from '../model.ts';

const lower = ['minLength', 'minimum', 'exclusiveMinimum'];
const upper = ['maxLength', 'maximum', 'exclusiveMaximum'];
const fixed = ['format', 'pattern', 'multipleOf', 'contentEncoding', 'contentMediaType'];
const scalarKeywords = new Set(['type', 'enum', 'const', ...lower, ...upper, ...fixed]);

type ScalarType = 'string' | 'number' | 'integer' | 'boolean';

interface Scalar {
  readonly type: ScalarType;
  readonly isNullable: boolean;
}

/** The values a core allows by name; undefined when it allows any. */
export function allowedValues(core: JsonObject): readonly unknown[] | undefined {
  if ('const' in core) return [core['const']];
  return Array.isArray(core['enum']) ? (core['enum'] as unknown[]) : undefined;
}

/** One scalar that takes whatever one of the cores takes; undefined when they are not alike enough. */
export function relaxScalars(cores: readonly JsonObject[]): JsonObject | undefined {
  const scalars = cores.map(toScalar);
  const [first] = scalars;
  if (first === undefined) return undefined;
  const isSame = scalars.every((each) => each !== undefined && kind(each) === kind(first));
  if (!isSame) return undefined;
  const types = new Set(scalars.map((each) => each?.type));
  const type = types.size > 1 ? 'number' : first.type;
  const relaxed: Record<string, unknown> = {
    type: scalars.some((each) => each?.isNullable) ? [type, 'null'] : type,
  };
  const enums = cores.map(allowedValues);
  if (enums.every((values) => values !== undefined)) relaxed['enum'] = distinct(enums.flat());
  for (const [keywords, pick] of [[lower, Math.min] as const, [upper, Math.max] as const]) {
    for (const keyword of keywords) {
      const bounds = cores.map((core) => core[keyword]);
      if (bounds.every((bound) => typeof bound === 'number')) relaxed[keyword] = pick(...bounds);
    }
  }
  for (const keyword of fixed) {
    const values = cores.map((core) => canonicalData(core[keyword]));
    const [core = {}] = cores;
    if (keyword in core && values.every((value) => value === values[0]))
      relaxed[keyword] = core[keyword];
  }
  return relaxed;
}

function toScalar(core: JsonObject): Scalar | undefined {
  if (!Object.keys(core).every((key) => scalarKeywords.has(key))) return undefined;
  const declared = core['type'];
  const values = allowedValues(core);
  const names =
    declared === undefined
      ? (values ?? []).map((value) => (value === null ? 'null' : typeof value))
      : ([declared].flat() as unknown[]);
  const types = [...new Set(names)].filter((name) => name !== 'null');
  const [type] = types;
  if (types.length !== 1 || !isScalarType(type)) return undefined;
  return { type, isNullable: names.includes('null') };
}

function kind({ type }: Scalar): string {
  return type === 'integer' ? 'number' : type;
}

function isScalarType(type: unknown): type is ScalarType {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key =
      isObject(value) || Array.isArray(value) ? canonicalData(value) : JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}
