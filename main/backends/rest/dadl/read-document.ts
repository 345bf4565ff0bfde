import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { DadlSource } from '../../../config/schema/dadl-source.ts';
import { applyIncludes } from './apply-includes.ts';
import type { Findings } from './findings.ts';
import { isMap, type RawMap } from './read-value.ts';

// Aliases share one node, so a small text can stand for a document of any size once it is written out.
const maxNodes = 2_000_000;
const maxDepth = 100;

/** The merged document, or undefined after an error. Merge keys (`<<`) stay ordinary, unknown keys. */
export function readDocument(source: DadlSource, findings: Findings): RawMap | undefined {
  const document = parse(source.text, 'the file', findings);
  if (document === undefined) return undefined;
  return applyIncludes(document, source.fragments, findings, (text, name) =>
    parse(text, `the fragment "${name}"`, findings),
  );
}

function parse(text: string, what: string, findings: Findings): RawMap | undefined {
  let value: unknown;
  try {
    value = load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    findings.error([], `${what} is not YAML: ${yamlReason(error)}`);
    return undefined;
  }
  if (!isMap(value)) {
    findings.error([], `${what} must be a mapping`);
    return undefined;
  }
  const size = writtenSize(value, new Map(), 0);
  if (size <= maxNodes) return value;
  findings.error([], `${what} nests or repeats its aliases without bound; write it out`);
  return undefined;
}

function yamlReason(error: unknown): string {
  if (!(error instanceof YAMLException)) return String(error);
  const mark = error.mark as YAMLException['mark'] | undefined;
  return mark === undefined ? error.reason : `${error.reason} (line ${mark.line + 1})`;
}

/** Number of nodes with every alias written out; infinite for a loop or a document that is too deep. */
function writtenSize(value: unknown, known: Map<object, number>, depth: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  if (depth > maxDepth) return Infinity;
  // While a node is being counted it counts as infinite: an alias to its own parent is a loop.
  known.set(value, Infinity);
  let size = 1;
  for (const item of Object.values(value)) size += writtenSize(item, known, depth + 1);
  known.set(value, size);
  return size;
}
