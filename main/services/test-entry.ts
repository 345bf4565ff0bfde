import type { Backend } from '../backends/backend.ts';
import { createBackend, type BackendWorld } from '../backends/create-backend.ts';
import type { BackendEntry } from '../config/schema/backend-entry.ts';
import type { BackendTestView } from '../contract/backend-services.ts';
import { cutText } from '../platform/cut-text.ts';

export interface TestOptions {
  /** In place of the one in the keychain; never stored. */
  readonly secret?: string | undefined;
  readonly isNetdata?: boolean;
}

// A person waits for it; the backend itself would go on trying.
const testMs = 15_000;

/** Connects to what an entry describes, once, and closes it again. */
export async function testEntry(
  entry: BackendEntry,
  world: BackendWorld,
  { secret, isNetdata = false }: TestOptions,
): Promise<BackendTestView> {
  const credential: BackendWorld['credential'] = (name, optional) =>
    secret === undefined ? world.credential(name, optional) : Promise.resolve(secret.trim());
  const started = performance.now();
  const backend = createBackend(entry, { ...world, credential });
  try {
    await within(backend.firstAttempt, testMs);
    const state = backend.state();
    const latencyMs = performance.now() - started;
    const failed = (problem: string): BackendTestView => ({
      ...nothing,
      latencyMs,
      problem,
    });
    if (state.kind === 'down')
      return { ...failed(state.reason), asksForLogin: state.needs === 'login' };
    if (state.kind === 'connecting')
      return failed(`No answer within ${testMs / 1000} s; look at the address`);
    const tools = backend.tools().map(({ name }) => name);
    const found = { ...nothing, isOk: true, version: state.version ?? '', tools, latencyMs };
    if (!isNetdata) return found;
    if (!tools.includes('list_nodes'))
      return failed('It answers, but it is no Netdata: it has no tool "list_nodes"');
    return await withNodes(backend, found);
  } finally {
    await backend.close();
  }
}

const nothing: BackendTestView = {
  isOk: false,
  asksForLogin: false,
  version: '',
  tools: [],
  latencyMs: 0,
  nodes: [],
  problem: '',
};

/** A real question: a wrong key is refused only then. */
async function withNodes(backend: Backend, found: BackendTestView): Promise<BackendTestView> {
  const started = performance.now();
  const result = await backend.callTool({
    tool: 'list_nodes',
    args: {},
    signal: AbortSignal.timeout(testMs),
    subCall: () => Promise.reject(new Error('a test has no private calls')),
    onConsole: () => undefined,
  });
  const latencyMs = performance.now() - started;
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (result.isError === true)
    return { ...found, isOk: false, latencyMs, problem: cutText(text, 300) };
  return { ...found, latencyMs, nodes: nodeNames(text) };
}

function nodeNames(text: string): string[] {
  try {
    const { nodes = [] } = JSON.parse(text) as { nodes?: readonly Record<string, unknown>[] };
    return nodes.flatMap(({ hostname, name, nm }) => {
      const found = [hostname, name, nm].find((each) => typeof each === 'string');
      return found === undefined ? [] : [found];
    });
  } catch {
    return [];
  }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
