import { expect, test } from 'vitest';
import type { Backend, ToolDescriptor } from '../../../../main/backends/backend.ts';
import { expositionFor } from '../../../../main/gateway/exposition/client-exposition.ts';
import { ClientSurfaces } from '../../../../main/gateway/exposition/client-surfaces.ts';
import {
  buildRegistry,
  RegistryBuilder,
  type ToolRegistry,
} from '../../../../main/gateway/exposition/tool-registry.ts';
import { createRandom } from '../../../builders/random.ts';
import { listedBackend, toolDescriptor } from '../../../builders/tool-entries.ts';

const strategies = ['code', 'flat', 'grouped'] as const;

function surfacesOver(registry: () => ToolRegistry): ClientSurfaces {
  return new ClientSurfaces({ registry, builtIns: () => [], check: () => [] });
}

/** Names that clash, within a backend's prefix and as bare names. */
function randomTool(random: () => number): ToolDescriptor {
  const names = ['get', 'b_get', 'list', 'a.get', 'web_search', 'x'.repeat(80)];
  const name = names[Math.floor(random() * names.length)] ?? '';
  return toolDescriptor(Math.floor(random() * 5), { name });
}

function withDistinctNames(tools: readonly ToolDescriptor[]): readonly ToolDescriptor[] {
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}

test('after any change all is as if it were built for the first time', () => {
  const random = createRandom(11);
  const next = (): number => random.next();
  const lists = new Map<string, readonly ToolDescriptor[]>(
    ['a', 'a_b', 'c'].map((name) => [name, []]),
  );
  const promoted = new Map<string, readonly string[]>();
  const backends = [...lists.keys()].map((name): Backend => ({
    ...listedBackend(name, []),
    kind: name === 'c' ? 'unit' : 'passthrough',
    tools: () => lists.get(name) ?? [],
    get promoted() {
      return promoted.get(name) ?? [];
    },
  }));
  const builder = new RegistryBuilder();
  let registry = builder.build(backends);
  const surfaces = surfacesOver(() => registry);
  for (let round = 0; round < 600; round += 1) {
    const name = ['a', 'a_b', 'c'][Math.floor(next() * 3)] ?? 'a';
    const tools = lists.get(name) ?? [];
    const at = Math.floor(next() * (tools.length + 1));
    const kind = Math.floor(next() * 3);
    if (kind === 0)
      lists.set(
        name,
        withDistinctNames([...tools.slice(0, at), randomTool(next), ...tools.slice(at)]),
      );
    if (kind === 1)
      lists.set(
        name,
        tools.filter((_, index) => index !== at),
      );
    if (kind === 2)
      promoted.set(
        name,
        tools.slice(0, at).map((tool) => tool.name),
      );
    const present = backends.filter(() => next() < 0.9);
    registry = builder.build(present);
    surfaces.reset();
    const fresh = buildRegistry(present);
    expect(registry).toEqual(fresh);
    for (const strategy of strategies) {
      const exposition = expositionFor(undefined, 'cursor', { strategy });
      const [kept, anew] = [surfaces.of(exposition), surfacesOver(() => fresh).of(exposition)];
      expect(kept.json()).toBe(anew.json());
      expect(kept.diagnostics).toEqual(anew.diagnostics);
    }
  }
});

test('a tool keeps its own name apart from the built-in ones of code mode', () => {
  const backends = [
    listedBackend('execute', [toolDescriptor(0, { name: 'code' })]),
    listedBackend('discover', [toolDescriptor(1, { name: 'tools' })]),
  ];
  const { entries, warnings } = buildRegistry(backends);
  expect(entries.map(({ canonicalName }) => canonicalName)).toEqual([
    expect.stringMatching(/^execute_code_[0-9a-f]{8}$/),
    expect.stringMatching(/^discover_tools_[0-9a-f]{8}$/),
  ]);
  expect(warnings.filter((each) => each.includes("as the gateway's own tool"))).toHaveLength(2);
});
