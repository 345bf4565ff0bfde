// Who may use what a server has besides tools: everything real but the servers and the grants.
import { expect, test } from 'vitest';
import type {
  Backend,
  BackendDirectory,
  BackendOffers,
} from '../../../../main/backends/backend.ts';
import type { Grants } from '../../../../main/gateway/authz/grants.ts';
import { Gateway } from '../../../../main/gateway/gateway.ts';
import type { ClientOffers } from '../../../../main/gateway/offers/client-offers.ts';
import { settingsFile } from '../../../../main/config/schema/settings.ts';
import { GatewayError } from '../../../../main/platform/gateway-error.ts';
import { callPipeline, standardCaller, type Pipeline } from '../../../builders/call-pipeline.ts';
import { openSandbox } from '../../sandbox/open-sandbox.ts';

const sandbox = openSandbox();

/** A server with one resource and two tools; what it was asked for is kept. */
function server(name: string, asked: string[]): Backend {
  const offers = {
    kinds: () => ({
      resources: true,
      subscribe: true,
      prompts: true,
      completions: true,
      logging: true,
    }),
    resources: () => [{ uri: `${name}://1`, name: 'one' }],
    templates: () => [],
    prompts: () => [{ name: 'ask' }],
    send: ({ method }: { method: string }) => {
      asked.push(`${name} ${method}`);
      return Promise.resolve({ contents: [], messages: [] });
    },
    follow: () => undefined,
    setLevel: () => undefined,
    onEvent: () => () => undefined,
  } as unknown as BackendOffers;
  return {
    name,
    kind: 'passthrough',
    promoted: [],
    tools: () =>
      ['read', 'write'].map((tool) => ({ name: tool, access: 'unclassified', inputSchema: {} })),
    offers,
  } as unknown as Backend;
}

interface World {
  readonly offers: ClientOffers;
  readonly pipeline: Pipeline;
  readonly asked: readonly string[];
}

function world(options: { readonly grants?: Grants; readonly settings?: unknown } = {}): World {
  const asked: string[] = [];
  const backends = ['a', 'b'].map((name) => server(name, asked));
  const directory: BackendDirectory = {
    backends: () => backends,
    onChange: () => () => undefined,
    unitsLoaded: () => Promise.resolve(),
    firstAttempts: () => Promise.resolve(),
  };
  const pipeline = callPipeline({ sandbox, ...options });
  const hasSettings = !('settings' in options) || options.settings !== undefined;
  const gateway = new Gateway({
    directory,
    callTool: pipeline.callTool,
    codeSandbox: sandbox,
    codeLimits: () => ({ calls: 1, timeoutMs: 1000 }),
    exposition: () => undefined,
    hintOf: () => undefined,
    check: () => [],
    grants: options.grants,
    access: () => (hasSettings ? settingsFile.parse(options.settings ?? {}).access : undefined),
    paused: () => pipeline.paused,
  });
  return { offers: gateway.openSession(standardCaller).offers, pipeline, asked };
}

/** Grants of these tools and nothing else. */
function grantsOf(...tools: readonly string[]): Grants {
  return {
    require: (_user, { tool }) =>
      tools.includes(tool)
        ? Promise.resolve('openfga')
        : Promise.reject(new GatewayError('access-denied', `not granted "${tool}"`)),
    permitted: (_user, targets) =>
      Promise.resolve(new Set(targets.map(({ tool }) => tool).filter((t) => tools.includes(t)))),
    problem: () => undefined,
  };
}

function by(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

async function shown({ offers }: World): Promise<unknown[]> {
  const { items } = await offers.listResources(undefined);
  const prompts = await offers.listPrompts(undefined);
  return [...items.map(({ uri }) => uri), ...prompts.items.map(({ name }) => name)];
}

test('a grant of one tool of a server opens what else it has', async () => {
  const granted = world({ grants: grantsOf('a_read') });
  expect(await shown(granted)).toEqual(['a://1', 'a_ask']);
  await granted.offers.readResource('a://1', by());
  await granted.offers.getPrompt('a_ask', undefined, by());
  expect(granted.asked).toEqual(['a resources/read', 'a prompts/get']);
});

test('without a grant nothing is shown, read or reached, and the record says so', async () => {
  const granted = world({ grants: grantsOf('a_read') });
  await expect(granted.offers.readResource('b://1', by())).rejects.toThrow('not granted');
  await expect(granted.offers.getPrompt('b_ask', undefined, by())).rejects.toThrow('not granted');
  await expect(granted.offers.subscribe('b://1', by())).rejects.toThrow('not granted');
  expect(granted.asked).toEqual([]);
  expect(granted.pipeline.records.map(({ status, backend }) => [status, backend])).toEqual([
    ['denied', 'b'],
    ['denied', 'b'],
    ['denied', 'b'],
  ]);
});

test('settings that could not be read deny everything', async () => {
  const closed = world({ settings: undefined });
  expect(await shown(closed)).toEqual([]);
  await expect(closed.offers.readResource('a://1', by())).rejects.toThrow('cannot be read');
  expect(closed.asked).toEqual([]);
});

test('a rule for one method leaves the others as they are', async () => {
  const overrides = [{ tool: 'a_resources/read', decision: 'deny' }];
  const ruled = world({ settings: { access: { overrides } } });
  expect(await shown(ruled)).toEqual(['b://1', 'a_ask', 'b_ask']);
  await expect(ruled.offers.readResource('a://1', by())).rejects.toThrow('override 1');
  await ruled.offers.getPrompt('a_ask', undefined, by());
});

test('what has to be asked for is shown, and denied where nobody can be asked', async () => {
  const overrides = [{ unit: 'a', decision: 'ask' }];
  const asking = world({ settings: { access: { overrides } } });
  expect(await shown(asking)).toContain('a://1');
  await expect(asking.offers.readResource('a://1', by())).rejects.toMatchObject({
    code: 'access-denied',
  });
  const ref = { type: 'ref/prompt', name: 'a_ask' };
  expect(await asking.offers.complete(ref, {}, by())).toBeUndefined();
  expect(asking.asked).toEqual([]);
});

test('a paused gateway reads nothing', async () => {
  const paused = world();
  paused.pipeline.paused = true;
  await expect(paused.offers.readResource('a://1', by())).rejects.toMatchObject({ code: 'paused' });
  expect(paused.asked).toEqual([]);
});

test('a name nobody has stands in the record as it was asked for', async () => {
  const { offers, pipeline } = world();
  await expect(offers.getPrompt('a_aks', undefined, by())).rejects.toThrow('nearest: a_ask');
  expect(pipeline.records).toMatchObject([{ exposedAs: 'a_aks', errorCode: 'unknown-prompt' }]);
});
