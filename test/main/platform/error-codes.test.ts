import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCodes } from '../../../main/platform/gateway-error.ts';

test('explains every error code in ARCHITECTURE.md', () => {
  const text = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('## Error codes'));
  const named = [...table.matchAll(/`([a-z]+(?:-[a-z]+)*)`/g)].map(([, code]) => code);
  expect(errorCodes.filter((code) => !named.includes(code))).toEqual([]);
});
