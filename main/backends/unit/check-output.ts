import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { nearestHint } from '../../platform/nearest-names.ts';
import { valueAt } from '../../platform/value-at.ts';
import { pointerParts } from '../../platform/pointer-parts.ts';

type Schema = Readonly<Record<string, unknown>>;

// An instance of its own for each: two tools may carry the same $id.
const newAjv = (): Ajv2020 => new Ajv2020({ strict: false, logger: false, validateFormats: false });

function withoutDialect({ $schema: _dialect, ...rest }: Schema): Schema {
  return rest;
}

function compile(schema: Schema): ValidateFunction {
  return newAjv().compile(withoutDialect(schema));
}

/** Why the schema can't be used; undefined when it can. */
export function schemaFault(schema: Schema): string | undefined {
  try {
    const ajv = newAjv();
    const plain = withoutDialect(schema);
    // All ways in which a word could have been right follow; the first says where.
    if (ajv.validateSchema(plain) !== true) return faultText(ajv.errors?.[0], plain);
    ajv.compile(plain);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function faultText(error: ErrorObject | undefined, schema: Schema): string {
  const path = pointerParts(error?.instancePath ?? '');
  const found = valueAt(schema, path);
  const { allowedValues } = (error?.params ?? {}) as { allowedValues?: readonly string[] };
  const hint =
    allowedValues === undefined
      ? ''
      : nearestHint(String(found), allowedValues) || `; known: ${allowedValues.join(', ')}`;
  const got = found === undefined ? '' : `, got ${JSON.stringify(found).slice(0, 80)}`;
  return `${path.join('.')} ${error?.message ?? 'does not fit'}${got}${hint}`;
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
    return first === undefined ? 'it does not fit' : misfit(first);
  }
}

/** What of the value is wrong, without the value: it may be what a gate would have hidden. */
function misfit({ instancePath, keyword, message, params }: ErrorObject): string {
  const path = pointerParts(instancePath);
  const named = (key: unknown): string => `"${[...path, String(key)].join('.')}"`;
  const facts = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return `${named(facts['missingProperty'])} is missing`;
    case 'additionalProperties':
      return `${named(facts['additionalProperty'])} is not in the schema`;
    case 'unevaluatedProperties':
      return `${named(facts['unevaluatedProperty'])} is not in the schema`;
    default: {
      const allowed = facts['allowedValues'] ?? facts['allowedValue'];
      const at = path.length === 0 ? 'it' : `"${path.join('.')}"`;
      const which = allowed === undefined ? '' : `: ${JSON.stringify(allowed).slice(0, 80)}`;
      return `${at} ${message ?? 'does not fit'}${which}`;
    }
  }
}
