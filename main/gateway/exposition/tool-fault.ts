import { isObject } from './json.ts';

const texts = ['unit', 'namespace', 'access', 'description', 'compactDescription'];
const lists = ['tags', 'states'];
const objects = ['annotations', 'extra'];

/**
 * Which field of a tool cannot be read; undefined when all can. Programs without types hand in anything, and
 * a list of tags that is none must not pass a filter.
 */
export function faultIn(tool: object): string | undefined {
  const fields = tool as Readonly<Record<string, unknown>>;
  for (const key of texts)
    if (fields[key] !== undefined && typeof fields[key] !== 'string') return key;
  for (const key of lists) if (fields[key] !== undefined && !isTexts(fields[key])) return key;
  for (const key of objects) if (fields[key] !== undefined && !isObject(fields[key])) return key;
  return fields['suggest'] === undefined || Array.isArray(fields['suggest'])
    ? undefined
    : 'suggest';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
