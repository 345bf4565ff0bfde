import { expect, test } from 'vitest';
import { expositionFor } from '../../../../main/gateway/exposition/client-exposition.ts';
import { ClientSurfaces } from '../../../../main/gateway/exposition/client-surfaces.ts';
import { buildRegistry } from '../../../../main/gateway/exposition/tool-registry.ts';
import { listedBackend, toolDescriptor } from '../../../builders/tool-entries.ts';

const tools = ['get', 'refund'].map((name, index) =>
  toolDescriptor(index, { name, inputSchema: { type: 'object' } }),
);
const registry = buildRegistry([listedBackend('billing', tools)]);
const surfaces = new ClientSurfaces({
  registry: () => registry,
  builtIns: () => [],
  check: () => [],
});
const [code, flat, grouped] = (['code', 'flat', 'grouped'] as const).map((strategy) =>
  surfaces.of(expositionFor(undefined, 'any', { strategy })),
);

/** Canonical name behind a call after a switch from `previous`, or nothing. */
function reached(
  current: typeof code,
  previous: typeof code,
  name: string,
  args = {},
): string | undefined {
  const found = current?.find(name, args, previous);
  return found !== undefined && 'route' in found ? found.route.canonicalName : undefined;
}

test('names of the list before the switch go on routing', () => {
  expect(reached(code, grouped, 'billing', { action: 'get' })).toBe('billing_get');
  expect(reached(code, flat, 'billing_refund')).toBe('billing_refund');
  expect(reached(flat, grouped, 'billing', { action: 'refund' })).toBe('billing_refund');
  expect(reached(grouped, flat, 'billing_get')).toBe('billing_get');
});

test('names that no list had before the switch do not', () => {
  const dotted = surfaces.of(
    expositionFor({ default: { separator: '--' }, clients: {}, namespaces: {} }, 'any', {
      strategy: 'code',
    }),
  );
  // As a flat list they would be billing--get; this client was never shown one.
  expect(reached(dotted, grouped, 'billing--get')).toBeUndefined();
  expect(reached(dotted, code, 'billing--get')).toBeUndefined();
});
