import type { DadlSource } from '../../../config/schema/dadl-source.ts';
import { checkRequires } from './check-requires.ts';
import { checkSpecVersion, warnNewKeys } from './check-spec-version.ts';
import { Findings, type Finding } from './findings.ts';
import { warnUnknownKeys } from './known-keys.ts';
import type { AuthSpec, Composite, Dadl, RestTool } from './model.ts';
import { parseAuth, type AuthContext } from './parse-auth.ts';
import { parseComposite } from './parse-composite.ts';
import { parseHealth } from './parse-health.ts';
import { parseHints } from './parse-hints.ts';
import { parseDefaults, parseTool } from './parse-tool.ts';
import { readDocument } from './read-document.ts';
import { isMap, MapReader } from './read-value.ts';
import { TypeTexts } from './type-text.ts';

export interface ParsedDadl {
  /** Absent when there are errors. */
  readonly dadl?: Dadl | undefined;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

export interface ParseOptions {
  /** ToolMesh release that `requires.toolmesh` is compared with. */
  readonly compatibleWith: string;
  /** Whether new refresh tokens can be kept. */
  readonly canStore: boolean;
}

/** Everything a file says, checked as a whole: its author sees all errors at once. */
export function parseDadl(source: DadlSource, options: ParseOptions): ParsedDadl {
  const findings = new Findings();
  const document = readDocument(source, findings);
  const dadl = document && parseDocument(new MapReader(document, [], findings), options);
  const { errors, warnings } = findings;
  return { ...(errors.length === 0 && { dadl }), errors, warnings };
}

function parseDocument(document: MapReader, options: ParseOptions): Dadl | undefined {
  const { findings } = document;
  const minor = checkSpecVersion(document);
  checkRequires(document.mapping('requires'), options.compatibleWith);
  warnUnknownKeys(document.map, findings);
  warnNewKeys(document, minor);
  const backend = document.mapping('backend');
  if (backend === undefined) {
    document.error('backend', 'is missing');
    return undefined;
  }
  const name = backend.text('name') ?? '';
  if (name.trim() === '') backend.error('name', 'is missing');
  else if (!/^[a-z][a-z0-9-]*$/.test(name))
    findings.slip(['backend', 'name'], `"${name}" is not a slug like "my-service"`);
  if (!backend.has('type')) backend.error('type', 'is missing; it is "rest"');
  backend.oneOf('type', ['rest']);
  if (!backend.has('description')) findings.slip(['backend', 'description'], 'is missing');
  return {
    name,
    description: backend.text('description') ?? '',
    version: backend.text('version'),
    baseUrl: backend.text('base_url'),
    auth: readAuth(backend, { minor, canStore: options.canStore }),
    ...parseTools(backend),
    examples: parseExamples(backend),
  };
}

function readAuth(backend: MapReader, context: AuthContext): AuthSpec {
  const auth = backend.mapping('auth');
  if (auth !== undefined) return parseAuth(auth, context);
  if (!backend.has('auth')) backend.warn('auth', 'is missing; requests are sent without a key');
  return { type: 'none' };
}

type Parts = Pick<Dadl, 'tools' | 'composites' | 'headers' | 'health'>;

function parseTools(backend: MapReader): Parts {
  const { findings } = backend;
  const defaults = parseDefaults(backend.mapping('defaults'));
  const types = new TypeTexts(backend.mapping('types')?.map ?? {}, findings);
  const raw = backend.mappings('tools');
  if (raw.length === 0) backend.error('tools', 'is empty; a backend has at least one tool');
  const names = new Set(raw.map(([name]) => name));
  const rawComposites = backend.mappings('composites');
  const all = new Set([...names, ...rawComposites.map(([name]) => name)]);
  const hints = parseHints(backend.mapping('hints')?.map ?? {}, all, findings);
  const tools = new Map<string, RestTool>();
  for (const [name, reader] of raw) {
    const tool = parseTool(name, reader, defaults, types);
    if (tool.replacedBy !== undefined && !all.has(tool.replacedBy))
      reader.error('replaced_by', `"${tool.replacedBy}" is not a tool of this file`);
    tools.set(name, { ...tool, hints: hints.get(name) ?? [] });
  }
  const composites = new Map<string, Composite>();
  for (const [name, reader] of rawComposites) {
    const composite = parseComposite(name, reader, names);
    composites.set(name, { ...composite, hints: hints.get(name) ?? [] });
  }
  const health = backend.mapping('health');
  return {
    tools,
    composites,
    headers: defaults.headers,
    health: health && parseHealth(health, all),
  };
}

function parseExamples(backend: MapReader): Dadl['examples'] {
  const raw = backend.raw('examples');
  return (Array.isArray(raw) ? (raw as unknown[]) : []).flatMap((entry) => {
    if (!isMap(entry)) return [];
    const { name, description, code } = entry;
    if (typeof name !== 'string' || typeof code !== 'string') return [];
    return [{ name, description: typeof description === 'string' ? description : '', code }];
  });
}
