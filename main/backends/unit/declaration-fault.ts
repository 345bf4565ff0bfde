import type { z } from 'zod';
import { nearestHint } from '../../platform/nearest-names.ts';

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

/** What is wrong with a declared tool, from the first of the schema's issues; `known` are a tool's keys. */
export function declarationFault(error: z.ZodError, known: readonly string[]): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'is not a tool';
  const at = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys;
      // Deeper down only a suggestion has fixed keys.
      const keys = issue.path.length === 0 ? known : ['tool', 'reason'];
      return `${at}unknown key "${key}"${nearestHint(key, keys) || `; known: ${keys.join(', ')}`}`;
    }
    case 'invalid_type':
      return `${at}expected ${words[issue.expected] ?? issue.expected}, got ${shown(issue.input)}${example(issue.path)}`;
    case 'invalid_union':
      return `${at}expected the name of a tool, or { tool, reason }, got ${shown(issue.input)}`;
    default:
      return `${at}${issue.message}`;
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** The short form is ours: nobody knows it from elsewhere. */
function example([first]: readonly PropertyKey[]): string {
  return first === 'params'
    ? '; write for example { id: { type: "integer", required: true } }'
    : '';
}
