import { quote } from './findings.ts';
import type { MapReader } from './read-value.ts';

const features = new Set([
  'refresh_token',
  'jwt_bearer',
  'authorization_code',
  'refresh_token_rotation',
  'health',
  'returns',
  'idempotency',
  'deprecation',
  'semantic_errors',
  'redact',
  'composites',
  'file_url',
]);

/** Refuses a file that needs what we do not have; `version` is the ToolMesh release we are compatible with. */
export function checkRequires(reader: MapReader | undefined, version: string): void {
  if (reader === undefined) return;
  for (const feature of reader.texts('features') ?? []) {
    if (!features.has(feature))
      reader.error(
        'features',
        `"${feature}" is not supported; supported: ${[...features].join(', ')}`,
      );
  }
  const range = reader.text('toolmesh');
  if (range === undefined) return;
  const have = toVersion(version);
  for (const part of range.split(',')) {
    const found = /^\s*(>=|<=|>|<|=)?\s*(v?\d+\.\d+(?:\.\d+)?)\s*$/.exec(part);
    const wanted = found === null ? undefined : toVersion(found[2] ?? '');
    if (wanted === undefined) {
      reader.error('toolmesh', `expected versions like ">=0.4.0, <1.0", got ${quote(range)}`);
      return;
    }
    if (have === undefined) {
      reader.warn('toolmesh', `cannot be compared with ${quote(version)}; it is skipped`);
      return;
    }
    if (!holds(compare(have, wanted), found?.[1] ?? '='))
      reader.error(
        'toolmesh',
        `the file needs ToolMesh ${part.trim()}; this one is compatible with ${version}`,
      );
  }
}

type Version = readonly [number, number, number];

function toVersion(text: string): Version | undefined {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/.exec(text.trim());
  return found === null ? undefined : [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function holds(order: number, operator: string): boolean {
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    default:
      return order === 0;
  }
}
