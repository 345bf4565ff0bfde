// JSON Schema → TypeScript, for a model to read. What cannot be typed is `unknown`, never a missing tool.
import { follow, parsePointer } from '../exposition/schema/json-pointer.ts';
import { fieldName, intersection, kindOf, literal, safeComment, union } from './type-text.ts';

type Schema = Readonly<Record<string, unknown>>;

// Enough for real tools. A schema that is deeper, or refers to itself, continues as `unknown`; one that
// multiplies by its references stops growing.
const maxDepth = 8;
const usualParts = 2000;
// Longer lists of values, and longer texts, cost more than they tell.
const mostValues = 50;
const longestComment = 400;

/** Types of one document; `root` resolves its references. */
class TypeWriter {
  readonly #root: Schema;
  readonly #open = new Set<string>();
  readonly #maxParts: number;
  #parts = 0;

  constructor(root: Schema, maxParts: number) {
    this.#root = root;
    this.#maxParts = maxParts;
  }

  /** The type of a value that fits the schema. */
  type(schema: unknown, depth = 0): string {
    this.#parts += 1;
    if (schema === true || schema === undefined) return 'unknown';
    if (schema === false) return 'never';
    if (!isSchema(schema) || depth > maxDepth || this.#isSpent()) return 'unknown';
    const parts = [
      ...this.#referred(schema, depth),
      ...this.#named(schema),
      ...this.#combined(schema, depth),
      ...this.#declared(schema, depth),
    ];
    const known = [...new Set(parts)].filter((part) => part !== 'unknown');
    const type = known.length === 0 ? 'unknown' : intersection(known);
    return schema['nullable'] === true && type !== 'unknown' ? union([type, 'null']) : type;
  }

  /** `{ a: string; b?: number }`, with what the schema says of each field as a comment. */
  object(schema: Schema, depth = 0): string {
    const properties = isSchema(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    const names = [...new Set([...Object.keys(properties), ...required.filter(isText)])];
    const fields: string[] = [];
    for (const name of names) {
      if (this.#isSpent()) {
        fields.push(`/* ${names.length - fields.length} more */ [key: string]: unknown`);
        break;
      }
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const mark = required.includes(name) ? '' : '?';
      const type = this.type(value, depth + 1);
      fields.push(`${fieldComment(value, depth)}${fieldName(name)}${mark}: ${type}`);
    }
    const others = this.#others(schema, depth);
    if (fields.length === 0) {
      if (others !== undefined) return `Record<string, ${others}>`;
      return schema['additionalProperties'] === false ? '{}' : 'Record<string, unknown>';
    }
    // Not their type itself: TypeScript wants the named fields to fit into it.
    if (others !== undefined) fields.push(`/* others: ${others} */ [key: string]: unknown`);
    return depth === 0 ? `{\n    ${fields.join(';\n    ')};\n  }` : `{ ${fields.join('; ')} }`;
  }

  /** What fields without a name of their own hold; undefined when the schema does not describe any. */
  #others(schema: Schema, depth: number): string | undefined {
    const patterns = isSchema(schema['patternProperties'])
      ? Object.values(schema['patternProperties'])
      : [];
    const schemas = [...patterns, schema['additionalProperties']].filter(isSchema);
    if (schemas.length === 0) return undefined;
    return union(schemas.map((each) => this.type(each, depth + 1)));
  }

  #isSpent(): boolean {
    return this.#parts > this.#maxParts;
  }

  #referred(schema: Schema, depth: number): readonly string[] {
    const ref = schema['$ref'];
    if (typeof ref !== 'string') return [];
    const segments = parsePointer(ref);
    const target = segments && follow(this.#root, segments);
    if (target === undefined || this.#open.has(ref)) return [];
    this.#open.add(ref);
    const type = this.type(target, depth + 1);
    this.#open.delete(ref);
    return [type];
  }

  #named(schema: Schema): readonly string[] {
    if ('const' in schema) return [literal(schema['const'])];
    if (!Array.isArray(schema['enum'])) return [];
    const values = schema['enum'] as unknown[];
    const shown = values.slice(0, mostValues).map(literal);
    const more = values.length - shown.length;
    return [more > 0 ? `${union(shown)} | ${kindOf(values)} /* ${more} more */` : union(shown)];
  }

  #combined(schema: Schema, depth: number): readonly string[] {
    const branchesOf = (word: string): readonly string[] =>
      Array.isArray(schema[word])
        ? (schema[word] as unknown[]).map((branch) => this.type(branch, depth + 1))
        : [];
    const choices = [branchesOf('anyOf'), branchesOf('oneOf')].filter((list) => list.length > 0);
    return [...choices.map(union), ...branchesOf('allOf')];
  }

  #declared(schema: Schema, depth: number): readonly string[] {
    const type = schema['type'];
    if (Array.isArray(type)) {
      // The named values say it already, and more exactly.
      if ('enum' in schema || 'const' in schema) return [];
      return [union((type as unknown[]).map((one) => this.#simple(one, schema, depth)))];
    }
    if (type === undefined)
      return isSchema(schema['properties']) ? [this.object(schema, depth)] : [];
    const hasValues = 'enum' in schema || 'const' in schema;
    // `type: object` beside a reference or a union adds nothing unless it has fields of its own.
    const isBare =
      type === 'object' &&
      !isSchema(schema['properties']) &&
      ['$ref', 'anyOf', 'oneOf', 'allOf'].some((word) => word in schema);
    return hasValues || isBare ? [] : [this.#simple(type, schema, depth)];
  }

  #simple(type: unknown, schema: Schema, depth: number): string {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type;
      case 'number':
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(schema, depth);
      case 'object':
        return this.object(schema, depth);
      default:
        return 'unknown';
    }
  }

  #array(schema: Schema, depth: number): string {
    const prefix = schema['prefixItems'];
    if (Array.isArray(prefix))
      return `[${(prefix as unknown[]).map((item) => this.type(item, depth + 1)).join(', ')}]`;
    const item = this.type(schema['items'], depth + 1);
    return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
  }
}

/** The type of a value that fits `schema`; `root` resolves local references. */
export function declareType(
  schema: unknown,
  root: Schema,
  depth = 0,
  maxParts = usualParts,
): string {
  return new TypeWriter(root, maxParts).type(schema, depth);
}

/** The fields of an object schema, one per line at depth 0. */
export function declareObject(schema: Schema, root: Schema, depth = 0): string {
  return new TypeWriter(root, usualParts).object(schema, depth);
}

function fieldComment(value: unknown, depth: number): string {
  if (!isSchema(value)) return '';
  const { description, default: fallback, format } = value;
  const parts = [
    typeof description === 'string' ? description : '',
    typeof format === 'string' ? `format ${format}` : '',
    fallback === undefined ? '' : `default ${JSON.stringify(fallback)}`,
  ].filter((part) => part !== '');
  // Deeper down a comment costs more than it tells, unless it is short.
  const text = safeComment(parts.join('; '), longestComment);
  if (text === '' || (depth > 0 && text.length > 120)) return '';
  return `/** ${text} */ `;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
