// Turns zod's issues into sentences with a place: what was found, what was expected, the nearest key.
import type { z } from 'zod';
import { nearestHint } from '../platform/nearest-names.ts';
import { isSecretName } from '../platform/secret-name.ts';
import { valueAt } from '../platform/value-at.ts';
import type { Problem } from './problem.ts';
import type { YamlSource } from './yaml-source.ts';

export type Checked<T> =
  { readonly value: T } | { readonly problems: readonly [Problem, ...Problem[]] };

/** Checks a file's value; every finding is a problem of its own. An empty file is an empty mapping. */
export function checkSchema<T>(
  source: YamlSource,
  schema: z.ZodType<T>,
  subject: string,
): Checked<T> {
  const input = source.value ?? {};
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { value: result.data };
  const problems = result.error.issues.flatMap((issue) =>
    toProblems(source, input, subject, issue),
  );
  const [first, ...rest] = problems;
  if (first === undefined) throw new Error(`schema of ${subject} failed without an issue`);
  return { problems: [first, ...rest] };
}

function toProblems(
  source: YamlSource,
  input: unknown,
  subject: string,
  issue: z.core.$ZodIssue,
): readonly Problem[] {
  const make = (message: string, key?: string): Problem => ({
    subject,
    file: source.file,
    ...source.placeOf(issue.path, key),
    message,
    severity: 'error',
  });
  const prefix = issue.path.length === 0 ? '' : `${pathText(issue.path)}: `;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = knownKeys(issue);
      const hint =
        nearestHint(key, known) || (known.length > 0 ? `; known: ${known.join(', ')}` : '');
      return make(`${prefix}unknown key "${key}"${hint}`, key);
    });
  }
  return [
    make(`${prefix}${expectation(issue)}, got ${quote(valueAt(input, issue.path), issue.path)}`),
  ];
}

// Our strict objects carry their key list in `params` through `strict()` in schema files.
function knownKeys(issue: z.core.$ZodIssueUnrecognizedKeys): readonly string[] {
  const keys: unknown = issue.message.startsWith('known:') ? issue.message.slice(6).split(',') : [];
  return keys as readonly string[];
}

/** What would have been right, as in `expected at most 65535`. */
export function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${article(issue.expected)}`;
    case 'invalid_value':
      return `expected ${alternatives(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'too_small':
      return issue.inclusive === false
        ? `expected more than ${String(issue.minimum)}`
        : `expected at least ${String(issue.minimum)}${counted(issue.origin)}`;
    case 'too_big':
      return `expected at most ${String(issue.maximum)}${counted(issue.origin)}`;
    default:
      return issue.message.startsWith('expected') ? issue.message : `expected ${issue.message}`;
  }
}

function counted(origin: string): string {
  if (origin === 'array') return ' in the list';
  return origin === 'string' ? ' characters' : '';
}

/** `"a", "b" or "c"` */
function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function article(type: string): string {
  if (type === 'record' || type === 'object') return 'a mapping';
  if (type === 'array') return 'a list';
  if (type === 'int') return 'a whole number';
  if (type === 'boolean') return 'true or false';
  return `a ${type}`;
}

// Where people put keys, rightly or by a slip: under `api_key_env` stands now and then the key itself.
const keyPlaces = ['api_key_env', 'client_secret_env', 'headers', 'env', 'args'];

function quote(value: unknown, path: readonly PropertyKey[]): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const isKey = path.some((part) => keyPlaces.includes(String(part)) || isSecretName(String(part)));
  if (isKey) return 'something else, which is not shown here';
  const text = JSON.stringify(typeof value === 'string' ? withoutUser(value) : value);
  return text.length > 80 ? `${text.slice(0, 77)}..."` : text;
}

/** A URL's user, password and query may be keys. */
function withoutUser(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/, '//…@').replace(/(:\/\/[^?\s]*)\?.*$/s, '$1?…');
}

/** `backends[2].url` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
