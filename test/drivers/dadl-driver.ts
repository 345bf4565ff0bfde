// Plays one scripted case against the REST backend: `node test/drivers/dadl.mjs CASE.json` loads the case's
// DADL file, makes its calls and prints one JSON object with what came of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackendCall, CallResult } from '../../main/backends/backend.ts';
import { toCredentialName } from '../../main/backends/rest/auth/auth.ts';
import { TokenCache } from '../../main/backends/rest/auth/token-cache.ts';
import { DiskFileStore } from '../../main/backends/rest/files/disk-file-store.ts';
import { JqPool } from '../../main/backends/rest/jq/jq-pool.ts';
import { fromCallResult } from '../../main/backends/rest/response/to-call-result.ts';
import { RestBackend } from '../../main/backends/rest/rest-backend.ts';
import { loadDadl } from '../../main/config/load-dadl.ts';
import { backendEntry, type RestEntry } from '../../main/config/schema/backend-entry.ts';
import { toGatewayError } from '../../main/platform/gateway-error.ts';
import { createSandbox } from '../../main/sandbox/create-sandbox.ts';
import { lazySandbox } from '../../main/sandbox/lazy-sandbox.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';

interface Case {
  readonly dadl_file: string;
  readonly config: {
    readonly allow_private_url?: boolean;
    readonly allow_private_file_url?: boolean;
    readonly file_url_allowed_hosts?: readonly string[];
    readonly toolmesh_version?: string;
    readonly url?: string;
    readonly include_tools?: readonly string[];
    readonly credentials?: Readonly<Record<string, string>>;
  };
  readonly calls: readonly {
    readonly op: 'load' | 'call' | 'describe';
    readonly tool?: string;
    readonly args?: Readonly<Record<string, unknown>>;
  }[];
}

const [file = '', outFolder = ''] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, 'utf8')) as Case;
const shipped = shippedFiles(outFolder);
const logger = { log: () => undefined };
const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-dadl-'));
const transformer = new JqPool(shipped.jqWorker);
const sandbox = lazySandbox(() =>
  createSandbox({
    nodePath: shipped.sandboxHost.node,
    hostScript: shipped.sandboxHost.script,
    logger,
  }),
);
process.stdout.write(`${JSON.stringify(await play())}\n`);
await Promise.all([transformer.close(), sandbox.close()]);
rmSync(folder, { recursive: true, force: true });

async function play(): Promise<unknown> {
  const { config, calls } = given;
  const secrets = new Map(
    Object.entries(config.credentials ?? {}).map(([name, value]) => [
      toCredentialName(name),
      value,
    ]),
  );
  const backend = new RestBackend({
    entry: await toEntry(),
    logger,
    credential: (name) => Promise.resolve(secrets.get(name)),
    world: {
      sandbox,
      transformer,
      files: new DiskFileStore(path.join(folder, 'files'), Date.now),
      tokens: new TokenCache(),
      storeCredential: (name, secret) => {
        secrets.set(name, secret);
        return Promise.resolve();
      },
      compatibleWith: config.toolmesh_version ?? '0.4.1',
    },
  });
  await backend.firstAttempt;
  const faults = backend.problems().filter(({ severity }) => severity === 'error');
  if (!backend.isUsable || faults.length > 0)
    return { load_error: faults.map(({ message }) => message).join('\n') };
  const outcomes: unknown[] = [];
  const warnings = backend.problems().map(({ message }) => message);
  for (const call of calls) outcomes.push(await outcomeOf(backend, call, warnings));
  await backend.close();
  return { warnings, outcomes };
}

async function toEntry(): Promise<RestEntry> {
  const { config, dadl_file: dadl } = given;
  const entry = backendEntry.parse({
    name: 'demo',
    transport: 'rest',
    dadl,
    url: config.url,
    allow_private_url: config.allow_private_url ?? true,
    allow_private_file_url: config.allow_private_file_url ?? false,
    file_url_allowed_hosts: config.file_url_allowed_hosts,
    include_tools: config.include_tools,
  });
  return { ...entry, source: await loadDadl(dadl) } as RestEntry;
}

async function outcomeOf(
  backend: RestBackend,
  { op, tool = '', args = {} }: Case['calls'][number],
  warnings: string[],
): Promise<unknown> {
  const descriptor = backend.tools().find(({ name }) => name === tool);
  if (op === 'load') return { result: null };
  if (op === 'describe')
    return { input_schema: descriptor?.inputSchema, description: descriptor?.description };
  try {
    return toOutcome(await call(backend, tool, args), warnings);
  } catch (thrown) {
    const { code, message } = toGatewayError(thrown);
    return { error: { code, message } };
  }
}

function call(
  backend: RestBackend,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<CallResult> {
  const one: BackendCall = {
    tool,
    args,
    signal: new AbortController().signal,
    subCall: () => Promise.reject(new Error('a REST backend has no private backends')),
    siblingCall: (sibling, given) => call(backend, sibling, given),
    onConsole: () => undefined,
  };
  return backend.callTool(one);
}

function toOutcome(result: CallResult, warnings: string[]): unknown {
  const meta = (result._meta ?? {}) as Record<string, unknown>;
  if (Array.isArray(meta['warnings'])) warnings.push(...meta['warnings'].map(String));
  if (result.isError !== true) return { result: fromCallResult(result) };
  const [first] = result.content;
  return {
    error: {
      code: meta['code'],
      http_status: meta['http_status'],
      provider_code: meta['provider_code'],
      message: first?.type === 'text' ? first.text : '',
    },
  };
}
