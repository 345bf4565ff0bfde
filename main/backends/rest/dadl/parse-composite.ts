import type { Composite } from './model.ts';
import { parseCompositeParams } from './parse-params.ts';
import type { MapReader } from './read-value.ts';
import { scanComposite } from './scan-composite.ts';
import { parseDuration } from './sizes.ts';

const defaultTimeoutMs = 30_000;
const longestMs = 120_000;

export function parseComposite(
  name: string,
  reader: MapReader,
  tools: ReadonlySet<string>,
): Composite {
  if (tools.has(name))
    reader.error(undefined, `a tool is called "${name}" too; rename one of them`);
  if (!reader.has('description')) reader.error('description', 'is missing');
  const code = reader.text('code') ?? '';
  if (code.trim() === '') reader.error('code', 'is missing');
  for (const sentence of scanComposite(code)) reader.error('code', sentence);
  const dependsOn = reader.texts('depends_on') ?? [];
  for (const tool of dependsOn)
    if (!tools.has(tool)) reader.error('depends_on', `"${tool}" is not a tool of this file`);
  if (reader.has('delegates'))
    reader.warn(
      'delegates',
      'needs an approval that cannot be given; child calls have the rights of the caller',
    );
  return {
    kind: 'composite',
    name,
    access: reader.text('access') ?? 'unclassified',
    description: reader.text('description') ?? '',
    params: parseCompositeParams(reader),
    code,
    timeoutMs: timeoutOf(reader),
    dependsOn,
    hints: [],
  };
}

function timeoutOf(reader: MapReader): number {
  const text = reader.text('timeout');
  if (text === undefined) return defaultTimeoutMs;
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0 && ms <= longestMs) return ms;
  reader.error('timeout', `expected a duration up to 120s, got "${text}"`);
  return defaultTimeoutMs;
}
