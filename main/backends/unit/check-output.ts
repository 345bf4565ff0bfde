import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

function compile(schema: Schema): ValidateFunction {
  // An instance of its own: two tools may carry the same $id.
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  const { $schema: _dialect, ...rest } = schema;
  return ajv.compile(rest);
}

/** Why the schema can't be used; undefined when it can. */
export function schemaFault(schema: Schema): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // All ways in which a word could have been right follow; the first says where.
    return message.replace(/^schema is invalid: data\/?([^,]*).*/s, '$1');
  }
}

/** Checks tools' structured answers; a client that knows the schema would refuse a wrong one. */
export class OutputChecker {
  readonly #compiled = new WeakMap<Schema, ValidateFunction>();

  /** What does not fit, in words; undefined when all does. */
  fault(schema: Schema, value: unknown): string | undefined {
    let check = this.#compiled.get(schema);
    if (check === undefined) this.#compiled.set(schema, (check = compile(schema)));
    if (check(value)) return undefined;
    const [first] = check.errors ?? [];
    const at = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    return `${at === '' ? 'it' : `"${at}"`} ${first?.message ?? 'does not fit'}`;
  }
}
