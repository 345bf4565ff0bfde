import { isObject } from './json.ts';

const texts = ['unit', 'namespace', 'access', 'description', 'compactDescription'];
const lists = ['tags', 'states'];

/**
 * Which field of a tool cannot be read; undefined when all can. Programs without types hand in anything, and
 * a list of tags that is none must not pass a filter.
 */
export function faultIn(tool: object): string | undefined {
  const fields = tool as Readonly<Record<string, unknown>>;
  const isWrong = (key: string, isRight: (value: unknown) => boolean): boolean =>
    fields[key] !== undefined && !isRight(fields[key]);
  return (
    texts.find((key) => isWrong(key, isText)) ??
    lists.find((key) => isWrong(key, (value) => Array.isArray(value) && value.every(isText))) ??
    (isWrong('suggest', Array.isArray) ? 'suggest' : undefined) ??
    ['annotations', 'extra'].find((key) => isWrong(key, isObject))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
