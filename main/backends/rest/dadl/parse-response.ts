import { quote } from './findings.ts';
import { parsePath, type JsonPath } from './json-path.ts';
import type { ResponseSpec } from './model.ts';
import type { MapReader } from './read-value.ts';
import { parseDuration } from './sizes.ts';

export const plainResponse: ResponseSpec = {
  allowJqOverride: false,
  redact: [],
  isFile: false,
  streaming: 'no',
};

/** A path of the file, or undefined; what is not in the dialect refuses the file. */
export function readPath(reader: MapReader, key: string): JsonPath | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  try {
    return parsePath(text);
  } catch (error) {
    reader.error(key, (error as Error).message);
    return undefined;
  }
}

export function readDuration(reader: MapReader, key: string): number | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0) {
    reader.error(key, `expected a duration like 30s, got ${quote(text)}`);
    return undefined;
  }
  return ms;
}

/** One `response` object. A tool's replaces the defaults' whole; only `redact` is a union of both. */
export function parseResponse(reader: MapReader, inherited: readonly JsonPath[]): ResponseSpec {
  const type = reader.oneOf('type', ['json', 'file_url']);
  const isFile = reader.boolean('binary') === true || type === 'file_url';
  const ttlMs = readDuration(reader, 'ttl');
  if (reader.has('ttl') && type !== 'file_url')
    reader.error('ttl', 'only an answer of type: file_url has a ttl');
  const redact = [...inherited, ...parseRedact(reader)];
  if (redact.length > 0 && isFile)
    reader.error('redact', 'a binary or file_url answer cannot be redacted; remove one of them');
  const maxItems = reader.integer('max_items');
  if (maxItems !== undefined && maxItems <= 0)
    reader.warn('max_items', `${maxItems} items would be none; it is ignored`);
  const handling = reader.oneOf('stream_handling', ['collect', 'skip']) ?? 'collect';
  return {
    resultPath: readPath(reader, 'result_path'),
    metadataPath: readPath(reader, 'metadata_path'),
    transform: reader.text('transform'),
    maxItems: maxItems !== undefined && maxItems > 0 ? maxItems : undefined,
    allowJqOverride: reader.boolean('allow_jq_override') ?? false,
    redact,
    isFile,
    ttlMs,
    contentType: reader.text('content_type'),
    streaming: reader.boolean('streaming') === true ? handling : 'no',
    maxDurationMs: readDuration(reader, 'max_duration'),
  };
}

function parseRedact(reader: MapReader): readonly JsonPath[] {
  return (reader.texts('redact') ?? []).flatMap((text) => {
    try {
      return [parsePath(text)];
    } catch (error) {
      reader.error('redact', (error as Error).message);
      return [];
    }
  });
}
