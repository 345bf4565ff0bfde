import { describe, expect, test } from 'vitest';
import { expositionSection } from '../../../../main/config/schema/exposition-section.ts';
import { expositionFor } from '../../../../main/gateway/exposition/client-exposition.ts';
import {
  anyClient,
  clientPresets,
  presetFor,
} from '../../../../main/gateway/exposition/client-presets.ts';
import { ClientSurfaces } from '../../../../main/gateway/exposition/client-surfaces.ts';
import { buildRegistry } from '../../../../main/gateway/exposition/tool-registry.ts';
import { listedBackend, toolDescriptor } from '../../../builders/tool-entries.ts';

const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
const awkward = [
  { name: 'x'.repeat(90), access: 'read', inputSchema: { type: 'object' } },
  { name: 'search', access: 'read', inputSchema: { type: 'object' } },
  {
    name: 'tree',
    access: 'read',
    inputSchema: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      oneOf: [{ required: ['root'] }, { required: [] }],
      $defs: { Node: node },
    },
  },
];
const many = Array.from({ length: 150 }, (_, index) => toolDescriptor(index));
const registry = buildRegistry([
  { ...listedBackend('web', awkward), promoted: awkward.map(({ name }) => name) },
  listedBackend('large', many),
]);

function surfacesOf(): ClientSurfaces {
  return new ClientSurfaces({ registry: () => registry, builtIns: () => [], check: () => [] });
}

function surfaceOf(client: string, strategy: 'code' | 'flat' | 'grouped') {
  return surfacesOf().of(expositionFor(undefined, client, { strategy }));
}

describe.each(['unknown', ...Object.keys(clientPresets)])('the list for %s', (client) => {
  const { nameLimit, maxTools = Infinity, keepsRefs = true, reserved = [] } = presetFor(client);

  test.each(['code', 'flat', 'grouped'] as const)('is one it takes, in the form %s', (strategy) => {
    const { tools } = surfaceOf(client, strategy);
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.length).toBeLessThanOrEqual(maxTools);
    const names = tools.map((tool) => String(tool['name']));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(name.length).toBeLessThanOrEqual(nameLimit);
      expect(reserved).not.toContain(name);
    }
    for (const { inputSchema } of tools) {
      for (const word of ['oneOf', 'anyOf', 'allOf']) expect(inputSchema).not.toHaveProperty(word);
      if (!keepsRefs) expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    }
  });
});

test('a client that takes too few tools is served a smaller form and the reason is kept', () => {
  const surface = surfaceOf('cursor', 'flat');
  expect(surface.strategy).toBe('grouped');
  expect(surface.diagnostics.at(-1)).toEqual({
    code: 'TOO_MANY_TOOLS',
    tools: 153,
    most: 40,
    instead: 'grouped',
  });
});

test('a client that refuses dots gets none, whatever is set for all', () => {
  const settings = expositionSection.parse({
    default: { strategy: 'flat', charset: 'mcp', separator: '.' },
  });
  const namesFor = (client: string): readonly unknown[] =>
    surfacesOf()
      .of(expositionFor(settings, client))
      .tools.map((tool) => tool['name']);
  expect(namesFor('unknown')).toContain('web.search');
  for (const client of ['codex', 'copilot-cli']) expect(namesFor(client).join()).not.toContain('.');
});

test('a client in code mode is listed no more promoted tools than it takes', () => {
  const promoted = many.map(({ name }) => name);
  const all = buildRegistry([{ ...listedBackend('large', many), promoted }]);
  const surfaces = new ClientSurfaces({ registry: () => all, builtIns: () => [], check: () => [] });
  const surface = surfaces.of(expositionFor(undefined, 'cursor'));
  expect(surface.tools).toHaveLength(40);
  expect(surface.canonical('large_list_alert_148')).toBeDefined();
  expect(surface.diagnostics).toEqual([
    { code: 'TOO_MANY_TOOLS', tools: 150, most: 40, instead: 'the first 40 of them' },
  ]);
});

test('a client is known by its id and by the name it gives itself', () => {
  expect(presetFor('Claude Desktop')).toEqual(presetFor('claude-desktop'));
  expect(presetFor('some editor')).toEqual(anyClient);
});
