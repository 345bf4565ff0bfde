// Published files of other people, read where they lie and never kept here. A checkout without them skips.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { RestBackend } from '../../../../main/backends/rest/rest-backend.ts';
import { loadDadl } from '../../../../main/config/load-dadl.ts';
import { backendEntry, type RestEntry } from '../../../../main/config/schema/backend-entry.ts';
import { declareTools } from '../../../../main/gateway/code-mode/declare-tools.ts';
import { restWorld } from '../../../builders/rest-backend.ts';
import { createRecordingLogger } from '../../../fakes/recording-logger.ts';

interface Summary {
  readonly file: string;
  readonly tools: number;
  readonly composites: number;
  readonly access: Readonly<Record<string, number>>;
}

const folder = fileURLToPath(new URL('../../../../../shared/dadl/registry', import.meta.url));
const summaryFile = path.join(folder, 'summary.json');
const isThere = existsSync(summaryFile);
const files = isThere ? (JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary[]) : [];
const rest = restWorld();
afterAll(() => rest.close());

test.skipIf(!isThere)('has files to read (the registry folder is absent)', () => {
  expect(files.length).toBeGreaterThan(0);
});

test.each(files)('describes every tool of $file', async ({ file, tools, composites, access }) => {
  const backend = await open(path.join(folder, file));
  expect(backend.problems().filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  const all = backend.tools();
  expect(all).toHaveLength(tools + composites);
  const counts: Record<string, number> = {};
  for (const tool of all.slice(0, tools)) counts[tool.access] = (counts[tool.access] ?? 0) + 1;
  expect(counts).toStrictEqual(access);
  const entries = all.map((tool) => ({ backend, tool, canonicalName: `demo_${tool.name}` }));
  const text = declareTools(entries.slice(0, 25), 25, 'full');
  expect(text).toContain(`demo_${all[0]?.name ?? ''}`);
});

async function open(file: string): Promise<RestBackend> {
  const entry = backendEntry.parse({
    name: 'demo',
    transport: 'rest',
    dadl: file,
    url: 'http://127.0.0.1:9',
  }) as RestEntry;
  const backend = new RestBackend({
    entry: { ...entry, source: await loadDadl(file) },
    world: rest.world,
    logger: createRecordingLogger(),
    credential: () => Promise.resolve(undefined),
  });
  await backend.firstAttempt;
  return backend;
}
