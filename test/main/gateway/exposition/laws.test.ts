import { describe, expect, test } from 'vitest';
import { compile, type Surface } from '../../../../main/gateway/exposition/compile.ts';
import { dispatch } from '../../../../main/gateway/exposition/dispatch/dispatch.ts';
import type { CheckArguments } from '../../../../main/gateway/exposition/dispatch/explain-issues.ts';
import type { Action, JsonObject } from '../../../../main/gateway/exposition/model.ts';
import { SurfaceMemo } from '../../../../main/gateway/exposition/surface-memo.ts';
import { ArgumentValidator } from '../../../../main/gateway/stages/validate-arguments.ts';
import { createRandom } from '../../../builders/random.ts';
import { randomRegistry, type RandomTool } from '../../../builders/random-registry.ts';

const registries = 2400;
const validator = new ArgumentValidator();
const check: CheckArguments = (schema, args) => validator.issues(schema, args);

function eachRegistry(run: (tools: readonly RandomTool[], seed: number) => void, from = 0): void {
  for (let seed = from; seed < from + registries; seed += 1) run(randomRegistry(seed), seed);
}

/** The call of an action as its surface describes it. */
function describedCall(surface: Surface, action: Action, args: JsonObject) {
  const route = surface.routeOfAction.get(action.id);
  if (route === undefined) throw new Error(`${action.id} has no route`);
  const own = route.kind === 'group' ? { [route.discriminator]: action.action, ...args } : args;
  return { name: route.name, arguments: own };
}

describe.each(['flat', 'grouped'])('a %s surface', (strategy) => {
  test('has unique names that clients take and plain objects at every root', () => {
    eachRegistry((tools) => {
      const listed = compile(tools, { strategy }, undefined, 's').tools;
      const names = listed.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { name, inputSchema } of listed) {
        expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        const root = inputSchema as JsonObject;
        expect(root['type']).toBe('object');
        for (const word of ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref'])
          expect(root).not.toHaveProperty(word);
        const kept = Object.keys((root['$defs'] as JsonObject | undefined) ?? {});
        for (const [, key] of JSON.stringify(root).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g))
          expect(kept).toContain(key);
        expect(JSON.stringify(root)).not.toMatch(/"\$ref":"(?!#\/\$defs\/)/);
      }
    });
  });

  test('is the same bytes again, also with what the last compilation kept', () => {
    eachRegistry((tools) => {
      const memo = new SurfaceMemo();
      const before = JSON.stringify(tools);
      const first = JSON.stringify(compile(tools, { strategy }, undefined, 's').tools);
      compile(tools.slice(1), { strategy }, undefined, 's', memo);
      expect(JSON.stringify(compile(tools, { strategy }, undefined, 's', memo).tools)).toBe(first);
      expect(JSON.stringify(tools)).toBe(before);
    });
  });

  test('gives every tool the same name whatever the order of the others', () => {
    eachRegistry((tools, seed) => {
      const distinct = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
      const random = createRandom(seed);
      const shuffled = distinct
        .map((tool) => ({ tool, at: random.next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ tool }) => tool);
      const namesOf = (list: readonly RandomTool[]) => {
        const { routeOfAction } = compile(list, { strategy });
        return new Map([...routeOfAction].map(([id, { name }]) => [id, name]));
      };
      expect(namesOf(shuffled)).toEqual(namesOf(distinct));
    });
  });

  test('keeps names and says nothing of what a filter or a state hides', () => {
    eachRegistry((tools) => {
      const marked = tools.map((tool, index) => ({
        ...tool,
        description: `mark${index}x`,
        suggest: [],
      }));
      const all = compile(marked, { strategy }, undefined, 's');
      const some = compile(marked, { strategy }, { exclude: ['y'] }, 't');
      const bytes = JSON.stringify(some.tools);
      for (const action of some.actions.values()) {
        const name = some.routeOfAction.get(action.id)?.name;
        expect(name).toBe(all.routeOfAction.get(action.id)?.name);
        if (!some.isOpen(action)) expect(bytes).not.toContain(`${action.tool.description}`);
        if (some.isVisible(action)) continue;
        const call = describedCall(some, action, (action.tool as RandomTool).sample);
        const found = dispatch(some, call, check);
        expect(found).toMatchObject({
          error: { code: expect.stringMatching(/^UNKNOWN_(TOOL|ACTION)$/) as string },
        });
      }
    });
  });
});

test('describes every valid call and asks the backend the same, flat and grouped', () => {
  let calls = 0;
  eachRegistry((tools, seed) => {
    const surfaces = ['flat', 'grouped'].map((strategy) =>
      compile(tools, { strategy }, undefined, 's'),
    );
    for (const action of surfaces[0]?.actions.values() ?? []) {
      const { sample, inputSchema } = action.tool as RandomTool;
      if (inputSchema !== undefined && check(inputSchema as JsonObject, sample).length > 0)
        continue;
      calls += 1;
      for (const surface of surfaces) {
        const call = describedCall(surface, action, sample);
        const listed = surface.tools.find(({ name }) => name === call.name);
        const place = `seed ${seed}, ${action.id}`;
        expect(check(listed?.['inputSchema'] as JsonObject, call.arguments), place).toEqual([]);
        expect(dispatch(surface, call, check), place).toMatchObject({
          call: { unit: action.tool.unit, tool: action.tool.name, arguments: sample },
        });
      }
    }
  });
  expect(calls).toBeGreaterThan(registries);
}, 240_000);
