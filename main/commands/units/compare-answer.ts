import { isDeepStrictEqual } from 'node:util';
import type { TestCase } from './test-cases.ts';

/** What a tool answered, as a model would read it. */
export type Answered =
  | { readonly text: string; readonly error?: never }
  | { readonly error: string; readonly text?: never };

/** Why the answer is not the expected one, in one line; undefined when it is. */
export function whyUnexpected(
  { text, error }: Answered,
  expect: TestCase['expect'],
): string | undefined {
  if (expect.error !== undefined) {
    if (error === undefined) return `expected an error, got ${shown(text)}`;
    return error.includes(expect.error)
      ? undefined
      : `expected an error with ${shown(expect.error)}, got ${shown(error)}`;
  }
  if (error !== undefined) return error;
  const value = parsed(text);
  if (expect.text !== undefined && !text.includes(expect.text))
    return `expected a text with ${shown(expect.text)}, got ${shown(text)}`;
  if (expect.equals !== undefined && !isDeepStrictEqual(value, expect.equals))
    return `expected ${shown(expect.equals)}, got ${shown(value)}`;
  if (expect.contains !== undefined && !contains(value, expect.contains))
    return `expected an answer that contains ${shown(expect.contains)}, got ${shown(value)}`;
  return undefined;
}

function contains(value: unknown, part: unknown): boolean {
  if (!isFields(part)) return isDeepStrictEqual(value, part);
  if (!isFields(value)) return false;
  return Object.entries(part).every(([key, each]) => contains(value[key], each));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
