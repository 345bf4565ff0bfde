import { quote, type Findings, type KeyPath } from './findings.ts';
import { isMap, type RawMap } from './read-value.ts';
import { scalarText } from './scalar-text.ts';

const builtIn: Readonly<Record<string, string>> = {
  string: 'string',
  file_url: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'any[]',
  object: 'Record<string, any>',
  null: 'null',
  any: 'any',
};
const maxDepth = 20;
const reference = /^#\/backend\/types\/(.+)$/;

/** Turns DADL's type schemas into TypeScript text; a name that is not declared is an error of the file. */
export class TypeTexts {
  readonly #declared: readonly string[];
  readonly #findings: Findings;
  /** A slip in a declaration costs a description; only what `returns` says refuses the file. */
  #isDeclaring = false;

  constructor(types: RawMap, findings: Findings) {
    this.#declared = Object.keys(types);
    this.#findings = findings;
    for (const [name, schema] of Object.entries(types)) {
      const path = ['backend', 'types', name];
      if (!/^[A-Za-z_]\w*$/.test(name))
        findings.error(path, 'a type name is made of letters, digits and underscores');
      this.#isDeclaring = true;
      this.text(schema, path);
      this.#isDeclaring = false;
    }
  }

  text(schema: unknown, path: KeyPath, depth = 0): string {
    if (depth > maxDepth) {
      this.#findings.error(path, `is nested deeper than ${maxDepth} levels`);
      return 'any';
    }
    if (typeof schema === 'string') return this.#named(schema, path);
    if (!isMap(schema)) {
      this.#findings.error(path, `expected a type, got ${quote(schema)}`);
      return 'any';
    }
    const inner = (value: unknown, key: string): string =>
      this.text(value, [...path, key], depth + 1);
    const ref = schema['$ref'];
    if (typeof ref === 'string') return this.#named(reference.exec(ref)?.[1] ?? ref, path);
    if (Array.isArray(schema['enum']))
      return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
    for (const [key, sign] of [
      ['oneOf', ' | '],
      ['anyOf', ' | '],
      ['allOf', ' & '],
    ] as const) {
      const parts = schema[key];
      if (Array.isArray(parts)) return `(${parts.map((part) => inner(part, key)).join(sign)})`;
    }
    const { type, items, properties } = schema;
    if (items !== undefined) return `${inner(items, 'items')}[]`;
    if (isMap(properties)) return this.#object(schema, properties, inner);
    if (Array.isArray(type)) return type.map((one) => this.#named(String(one), path)).join(' | ');
    if (type === 'object' && isMap(schema['additionalProperties']))
      return `Record<string, ${inner(schema['additionalProperties'], 'additionalProperties')}>`;
    return type === undefined ? 'any' : this.#named(scalarText(type), path);
  }

  #object(
    schema: RawMap,
    properties: RawMap,
    inner: (value: unknown, key: string) => string,
  ): string {
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    const fields = Object.entries(properties).map(([name, value]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      return `${key}${required.includes(name) ? '' : '?'}: ${inner(value, name)}`;
    });
    return `{ ${fields.join('; ')} }`;
  }

  #named(name: string, path: KeyPath): string {
    if (this.#declared.includes(name)) return name;
    if (Object.hasOwn(builtIn, name)) return builtIn[name] ?? 'any';
    const known = this.#declared.length === 0 ? 'none are' : this.#declared.join(', ');
    const text = `the type "${name}" is not declared in backend.types; declared: ${known}`;
    if (this.#isDeclaring) this.#findings.slip(path, text);
    else this.#findings.error(path, text);
    return 'any';
  }
}
