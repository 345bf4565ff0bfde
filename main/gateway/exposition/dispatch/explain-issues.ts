import { isObject } from '../json.ts';
import type { JsonObject } from '../model.ts';
import { pointerParts } from '../../../platform/pointer-parts.ts';

/** What a JSON Schema validator reports; ajv's form. */
export interface SchemaIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** The schema that holds the keyword, when the validator is verbose. */
  readonly parentSchema?: unknown;
}

/** All findings of one schema for these arguments; empty when they are valid. Own properties only. */
export type CheckArguments = (
  schema: JsonObject,
  args: Readonly<Record<string, unknown>>,
) => readonly SchemaIssue[];

export interface ExplainedIssue {
  readonly path: string;
  readonly text: string;
}

/** One line per issue: the argument's path and what is wrong with it. */
export function explainIssues(
  issues: readonly SchemaIssue[],
  expectedType: (path: string) => string | undefined,
): readonly ExplainedIssue[] {
  const seen = new Set<string>();
  return issues.flatMap((issue) => {
    const explained = explain(issue, expectedType);
    const key = `${explained.path}\n${explained.text}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [explained];
  });
}

function explain(
  { keyword, instancePath, params, message = 'is not valid', parentSchema }: SchemaIssue,
  expectedType: (path: string) => string | undefined,
): ExplainedIssue {
  const at = pointerParts(instancePath).join('.');
  switch (keyword) {
    case 'required': {
      const path = join(at, params['missingProperty']);
      const type = typeBelow(parentSchema, params['missingProperty']) ?? expectedType(path);
      return { path, text: type === undefined ? 'missing' : `missing, expected ${type}` };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
      return { path: join(at, name), text: 'not allowed' };
    }
    case 'enum':
      return { path: at, text: `must be one of ${choices(params['allowedValues'])}` };
    case 'const':
      return { path: at, text: `must be one of ${choices([params['allowedValue']])}` };
    default:
      return { path: at, text: message };
  }
}

function typeBelow(schema: unknown, name: unknown): string | undefined {
  if (!isObject(schema) || typeof name !== 'string') return undefined;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.hasOwn(properties, name) ? typeText(properties[name]) : undefined;
}

/** `string`, `string or null`; undefined when the schema names no type. */
export function typeText(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  const type = schema['type'];
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : undefined;
}

function choices(values: unknown): string {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  const shown = list
    .slice(0, mostChoices)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const more = list.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' | ');
}

// Twenty thousand values in a refusal would cost a model more than the list of tools.
const mostChoices = 50;

function join(at: string, name: unknown): string {
  return at === '' ? String(name) : `${at}.${String(name)}`;
}
