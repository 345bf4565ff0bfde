import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackendCall, CallResult } from '../../main/backends/backend.ts';
import { toCredentialName } from '../../main/backends/rest/auth/auth.ts';
import { TokenCache } from '../../main/backends/rest/auth/token-cache.ts';
import type { RestWorld } from '../../main/backends/rest/create-context.ts';
import { DiskFileStore } from '../../main/backends/rest/files/disk-file-store.ts';
import { JqPool } from '../../main/backends/rest/jq/jq-pool.ts';
import { RestBackend } from '../../main/backends/rest/rest-backend.ts';
import { fromCallResult } from '../../main/backends/rest/response/to-call-result.ts';
import { backendEntry, type RestEntry } from '../../main/config/schema/backend-entry.ts';
import { createSandbox } from '../../main/sandbox/create-sandbox.ts';
import { lazySandbox } from '../../main/sandbox/lazy-sandbox.ts';
import { shippedFiles } from '../../main/platform/shipped-files.ts';
import { createRecordingLogger } from '../fakes/recording-logger.ts';
import { backendCall } from './backend-call.ts';

const shipped = shippedFiles(fileURLToPath(new URL('../../out', import.meta.url)));

export interface TestRestWorld {
  readonly world: RestWorld;
  close(): Promise<void>;
}

/** jq threads, a sandbox and a folder for files: one for all backends of a test file. */
export function restWorld(): TestRestWorld {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-rest-'));
  const transformer = new JqPool(shipped.jqWorker);
  const { node: nodePath, script: hostScript } = shipped.sandboxHost;
  const logger = createRecordingLogger();
  const sandbox = lazySandbox(() => createSandbox({ nodePath, hostScript, logger }));
  const files = new DiskFileStore(folder, Date.now);
  return {
    world: { sandbox, transformer, files, tokens: new TokenCache(), compatibleWith: '0.4.1' },
    close: async () => {
      await Promise.all([transformer.close(), sandbox.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface RestSetup {
  /** What stands below `backend:`, without name, type, description and base_url. */
  readonly backend: string;
  readonly url: string;
  readonly world: RestWorld;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly entry?: Partial<RestEntry>;
}

export interface OpenRest {
  readonly backend: RestBackend;
  /** The answer's value; rejects with the failure's text. */
  readonly value: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly result: (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<CallResult>;
}

/** A REST backend of a small DADL text, whose composites call its tools without a gateway between. */
export function openRest({
  backend: text,
  url,
  world,
  credentials = {},
  entry,
}: RestSetup): OpenRest {
  const dadl = [
    'spec: "https://dadl.ai/spec/dadl-spec-v0.2.md"',
    'backend:',
    '  name: demo',
    '  type: rest',
    '  description: A service of a test',
    ...text
      .trim()
      .split('\n')
      .map((line) => `  ${line}`),
  ].join('\n');
  const plain = backendEntry.parse({ name: 'demo', transport: 'rest', dadl: 'demo.dadl', url });
  const known = new Map(
    Object.entries(credentials).map(([name, secret]) => [toCredentialName(name), secret]),
  );
  const backend = new RestBackend({
    entry: {
      ...(plain as RestEntry),
      source: { file: '/demo.dadl', text: dadl, fragments: {} },
      ...entry,
    },
    world,
    logger: createRecordingLogger(),
    credential: (name) => Promise.resolve(known.get(name)),
  });
  const result: OpenRest['result'] = (tool, args = {}) => {
    const call: BackendCall = backendCall({ tool, args, siblingCall: result });
    return backend.callTool(call);
  };
  return {
    backend,
    result,
    value: async (tool, args) => {
      const answer = await result(tool, args);
      const [first] = answer.content;
      if (answer.isError === true) throw new Error(first?.type === 'text' ? first.text : 'no text');
      return fromCallResult(answer);
    },
  };
}
