import type { HealthSpec } from './model.ts';
import { readDuration, readPath } from './parse-response.ts';
import type { MapReader } from './read-value.ts';

export function parseHealth(reader: MapReader, tools: ReadonlySet<string>): HealthSpec | undefined {
  const tool = reader.text('tool');
  const path = reader.text('path');
  if ((tool === undefined) === (path === undefined)) {
    reader.error(undefined, 'expected either tool or path');
    return undefined;
  }
  if (tool !== undefined && !tools.has(tool))
    reader.error('tool', `"${tool}" is not a tool of this file`);
  const method = (reader.text('method') ?? 'GET').toUpperCase();
  if (!['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    reader.error('method', `expected a method like GET, got "${method}"`);
  const isExposed = reader.boolean('expose') ?? true;
  if (tools.has('health') && isExposed)
    reader.warn(undefined, 'a tool is called "health" already; the check is not offered as one');
  return {
    tool,
    path,
    method,
    expectStatus: expectedStatus(reader),
    expectPath: readPath(reader, 'expect_path'),
    authExpiresPath: readPath(reader, 'auth_expires_path'),
    timeoutMs: readDuration(reader, 'timeout') ?? 5000,
    isExposed: isExposed && !tools.has('health'),
  };
}

function expectedStatus(reader: MapReader): readonly number[] {
  const raw = reader.raw('expect_status');
  if (raw === undefined || raw === null) return [];
  return (
    (Array.isArray(raw)
      ? reader.integers('expect_status')
      : [reader.integer('expect_status')]
    )?.flatMap((status) => (status === undefined ? [] : [status])) ?? []
  );
}
