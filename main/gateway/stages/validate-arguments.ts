import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ToolDescriptor } from '../../backends/backend.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import { hideNamedSecrets, isSecretName } from '../../platform/secret-name.ts';
import { TimeBox } from '../../platform/time-box.ts';
import { pointerParts } from '../../platform/pointer-parts.ts';

type Schema = ToolDescriptor['inputSchema'];
type Args = Readonly<Record<string, unknown>>;

interface Check {
  readonly validate: ValidateFunction;
  /** A backend's regular expression may take for ever on the arguments of a model. */
  readonly hasPatterns: boolean;
}

const patternLimitMs = 250;
const tookTooLong: ErrorObject = {
  keyword: 'pattern',
  instancePath: '',
  schemaPath: '',
  params: {},
  message: 'could not be checked: a pattern of the tool takes too long on them',
};

/** Checks arguments against tools' schemas; each schema is compiled once, at its first call. */
export class ArgumentValidator {
  readonly #compiled = new WeakMap<Schema, Check | 'uncheckable'>();
  readonly #timeBox = new TimeBox();
  readonly #draft2020 = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: false,
    // `constructor` is no argument anybody passed.
    ownProperties: true,
    verbose: true,
  });
  readonly #draft7 = new Ajv({
    strict: false,
    allErrors: true,
    logger: false,
    validateFormats: false,
    // `constructor` is no argument anybody passed.
    ownProperties: true,
    verbose: true,
  });

  /** Throws `invalid-arguments`, naming each argument, what was expected and the nearest declared name. */
  validate(toolName: string, schema: Schema, args: Args): void {
    const errors = this.issues(schema, args);
    if (errors.length === 0) return;
    const findings = [...new Set(errors.map((error) => finding(error, schema, args)))];
    throw new GatewayError(
      'invalid-arguments',
      `Tool "${toolName}" refused its arguments: ${findings.slice(0, 5).join('; ')}${takes(schema)}`,
      { data: { tool: toolName } },
    );
  }

  /** Every finding; empty when the arguments are valid or nobody can tell. */
  issues(schema: Schema, args: Args): readonly ErrorObject[] {
    const check = this.#check(schema);
    if (check === 'uncheckable') return [];
    const { validate, hasPatterns } = check;
    const run = (): boolean => validate(args);
    const done = hasPatterns ? this.#timeBox.run(run, patternLimitMs) : { value: run() };
    if (done === undefined) return [tookTooLong];
    return done.value ? [] : (validate.errors ?? []);
  }

  // A schema that no validator takes is the backend's own affair: it checks what it gets.
  #check(schema: Schema): Check | 'uncheckable' {
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    let check: Check | 'uncheckable';
    try {
      const { $schema, ...rest } = schema;
      const old = typeof $schema === 'string' && /draft-0[3-7]/.test($schema);
      const draft = old ? this.#draft7 : this.#draft2020;
      const plain = withoutIds(rest);
      const hasPatterns = JSON.stringify(plain).includes('"pattern');
      check = { validate: draft.compile(plain), hasPatterns };
      // ajv would keep every schema of every reconnect.
      draft.removeSchema(plain);
    } catch {
      check = 'uncheckable';
    }
    this.#compiled.set(schema, check);
    return check;
  }
}

// Two tools may carry the same $id; ajv would refuse the second.
function withoutIds({ $id: _id, ...schema }: Schema): Schema {
  return schema;
}

function finding(error: ErrorObject, schema: Schema, args: Args): string {
  const at = pointerParts(error.instancePath).join('.');
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return `"${join(at, params['missingProperty'])}" is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return `"${join(at, name)}" is not an argument${at === '' ? nearestHint(name, declaredNames(schema)) : ''}`;
    }
    case 'enum':
      return `"${at}" must be ${alternatives(params['allowedValues'] as unknown[])}, got ${quote(at, args)}`;
    default:
      return `"${at === '' ? 'arguments' : at}" ${error.message ?? 'is not valid'}, got ${quote(at, args)}`;
  }
}

// A list of all countries is no help in a sentence.
const mostAlternatives = 50;

function alternatives(values: readonly unknown[]): string {
  const shown = values.slice(0, mostAlternatives).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`one of ${more} more`] : [])].join(' or ');
}

function takes(schema: Schema): string {
  const names = declaredNames(schema);
  if (names.length === 0) return '; it takes no arguments';
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  return `; it takes ${names.map((name) => (required.includes(name) ? `${name} (required)` : name)).join(', ')}`;
}

function declaredNames(schema: Schema): readonly string[] {
  const properties = schema['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function join(at: string, name: unknown): string {
  return at === '' ? String(name) : `${at}.${String(name)}`;
}

function quote(at: string, args: Args): string {
  let value: unknown = args;
  for (const key of at === '' ? [] : at.split('.')) {
    value =
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[key]
        : undefined;
  }
  // The sentence is kept and shown far from the client that sent the value.
  if (at.split('.').some(isSecretName) && value !== undefined) return '[hidden]';
  const text = JSON.stringify(value, hideNamedSecrets) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
