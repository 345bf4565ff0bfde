import { quote } from './findings.ts';
import type { ErrorsSpec, RetryStrategy } from './model.ts';
import { readDuration, readPath } from './parse-response.ts';
import type { MapReader } from './read-value.ts';

export const noErrorsSpec: ErrorsSpec = { retryOn: [], terminal: [], map: {} };

export function parseErrors(reader: MapReader): ErrorsSpec {
  const retryOn = reader.integers('retry_on') ?? [];
  const terminal = reader.integers('terminal') ?? [];
  const both = retryOn.filter((status) => terminal.includes(status));
  if (both.length > 0)
    reader.error('retry_on', `${both.join(', ')} stands in terminal too; keep it in one of them`);
  const good = retryOn.filter((status) => status >= 200 && status <= 299);
  if (good.length > 0)
    reader.warn('retry_on', `${good.join(', ')} is a success and never repeated; it is ignored`);
  const limit = reader.mapping('rate_limit');
  const retry = reader.mapping('retry_strategy');
  return {
    messagePath: readPath(reader, 'message_path'),
    codePath: readPath(reader, 'code_path'),
    retryOn,
    terminal,
    retry: retry && parseRetry(retry),
    remainingHeader: limit?.text('header')?.toLowerCase(),
    retryAfterHeader: limit?.text('retry_after_header')?.toLowerCase(),
    map: parseMap(reader),
  };
}

function parseRetry(reader: MapReader): RetryStrategy {
  const retries = reader.integer('max_retries');
  return {
    maxRetries: retries === undefined || retries <= 0 ? 3 : retries,
    backoff: parseBackoff(reader),
    initialDelayMs: readDuration(reader, 'initial_delay') ?? 1000,
  };
}

// The format does not close this set, so another word is no reason to lose the file.
function parseBackoff(reader: MapReader): RetryStrategy['backoff'] {
  const text = reader.text('backoff');
  const known = (['exponential', 'linear', 'fixed'] as const).find((word) => word === text);
  if (text !== undefined && known === undefined)
    reader.warn(
      'backoff',
      `expected exponential, linear or fixed, got ${quote(text)}; exponential is used`,
    );
  return known ?? 'exponential';
}

function parseMap(reader: MapReader): Readonly<Record<string, string>> {
  const map = reader.mapping('map');
  if (map === undefined) return {};
  const codes: Record<string, string> = {};
  for (const status of Object.keys(map.map)) {
    const code = map.text(status) ?? '';
    const number = Number(status);
    if (!Number.isInteger(number) || number < 400 || number > 599)
      map.error(status, `expected a status from 400 to 599, got ${quote(status)}`);
    else if (code.trim() === '') map.error(status, 'has an empty code');
    else codes[status] = code;
  }
  return codes;
}
