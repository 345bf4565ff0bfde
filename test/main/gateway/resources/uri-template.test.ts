import { expect, test } from 'vitest';
import {
  matchesTemplate,
  mayOverlap,
  parseTemplate,
} from '../../../../main/gateway/resources/uri-template.ts';

test.each([
  ['note://{id}', 'note://7', true],
  ['note://{id}', 'note://7/8', false],
  ['note://{id}', 'other://7', false],
  ['note://{id}/text', 'note://7/text', true],
  ['note://{id}/text', 'note://7/texts', false],
  ['note://{a}-{b}', 'note://1-2', true],
  ['file:///{+path}', 'file:///a/b/c', true],
  ['file:///{path*}', 'file:///a/b/c', true],
  ['log://{host}{?from,to}', 'log://db?from=1/2&to=3', true],
  ['log://{host}{?from,to}', 'log://db', true],
  ['repo://{owner}/{name}/blob{/path*}', 'repo://a/b/blob/c/d', true],
  ['fixed://x', 'fixed://x', true],
  ['fixed://x', 'fixed://x/y', false],
  ['open://{id', 'open://7', false],
])('%s may give %s: %s', (template, uri, expected) => {
  expect(matchesTemplate(parseTemplate(template), uri)).toBe(expected);
});

test('a template made to stall ends at once', () => {
  const template = parseTemplate(`a://${'{+x}a'.repeat(5000)}b`);
  expect(matchesTemplate(template, `a://${'a'.repeat(100_000)}`)).toBe(false);
});

test('templates overlap where one may give what the other gives', () => {
  const overlap = (a: string, b: string): boolean => mayOverlap(parseTemplate(a), parseTemplate(b));
  expect(overlap('file:///{+p}', 'file:///docs/{n}')).toBe(true);
  expect(overlap('file:///{+p}', 'note://{id}')).toBe(false);
  expect(overlap('{+uri}', 'note://{id}')).toBe(true);
});
