import { quote } from './findings.ts';
import type { ErrorsSpec, PaginationSpec, Param, ResponseSpec, RestTool } from './model.ts';
import { noErrorsSpec, parseErrors } from './parse-errors.ts';
import { parsePagination } from './parse-pagination.ts';
import { parseToolParams } from './parse-params.ts';
import { parseResponse, plainResponse } from './parse-response.ts';
import type { MapReader } from './read-value.ts';
import { parseSize } from './sizes.ts';
import type { TypeTexts } from './type-text.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
const largestBody = 100 * 1024 * 1024;

/** What tools inherit. */
export interface Defaults {
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType?: string | undefined;
  readonly nestBodyKeys: boolean;
  readonly response: ResponseSpec;
  readonly pagination?: PaginationSpec | undefined;
  readonly errors: ErrorsSpec;
}

export function parseDefaults(reader: MapReader | undefined): Defaults {
  const headers = reader?.mapping('headers');
  const response = reader?.mapping('response');
  const errors = reader?.mapping('errors');
  const pagination =
    reader?.raw('pagination') === 'none' ? undefined : reader?.mapping('pagination');
  return {
    headers: Object.fromEntries(
      Object.keys(headers?.map ?? {}).map((name) => [
        name.toLowerCase(),
        headers?.text(name) ?? '',
      ]),
    ),
    contentType: reader?.text('content_type'),
    nestBodyKeys: reader?.boolean('nest_body_keys') ?? false,
    response: response ? parseResponse(response, []) : plainResponse,
    pagination: pagination && parsePagination(pagination),
    errors: errors ? parseErrors(errors) : noErrorsSpec,
  };
}

export function parseTool(
  name: string,
  reader: MapReader,
  defaults: Defaults,
  types: TypeTexts,
): RestTool {
  const method = (reader.text('method') ?? '').toUpperCase();
  if (!methods.some((known) => known === method))
    reader.error('method', `expected ${methods.join(', ')}, got ${quote(reader.raw('method'))}`);
  if (!reader.has('description'))
    reader.findings.slip([...reader.path, 'description'], 'is missing');
  const path = reader.text('path') ?? '';
  if (path.trim() === '') reader.error('path', 'is empty');
  const params = parseToolParams(reader);
  checkPlaceholders(reader, path, params);
  const response = ownResponse(reader, defaults);
  const ownContentType = reader.text('content_type');
  const contentType =
    ownContentType ??
    defaults.contentType ??
    defaults.headers['content-type'] ??
    'application/json';
  checkBody(reader, contentType, params);
  const errors = reader.mapping('errors');
  return {
    kind: 'tool',
    name,
    method,
    path,
    access: reader.text('access') ?? 'unclassified',
    description: reader.text('description') ?? '',
    params,
    contentType,
    ownContentType,
    nestBodyKeys: reader.boolean('nest_body_keys') ?? defaults.nestBodyKeys,
    maxBodyBytes: bodyLimit(reader),
    response,
    pagination: ownPagination(reader, defaults),
    errors: errors ? parseErrors(errors) : defaults.errors,
    idempotencyHeader: idempotencyHeader(reader, params, defaults),
    retryUnsafe: reader.boolean('retry_unsafe') ?? false,
    dependsOn: reader.texts('depends_on') ?? [],
    deprecated: deprecation(reader),
    replacedBy: reader.text('replaced_by'),
    returns: reader.has('returns')
      ? types.text(reader.raw('returns'), [...reader.path, 'returns'])
      : undefined,
    hints: [],
  };
}

function checkPlaceholders(
  reader: MapReader,
  path: string,
  params: ReadonlyMap<string, Param>,
): void {
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)].map((found) => found[1] ?? '');
  for (const name of placeholders) {
    if (params.get(name)?.in !== 'path')
      reader.error('path', `"{${name}}" has no param "${name}" with in: path`);
  }
  for (const [name, param] of params) {
    if (param.in === 'path' && !placeholders.includes(name))
      reader.findings.slip(
        [...reader.path, 'params', name],
        `"${name}" is in: path, but the path has no {${name}}; it is never sent`,
      );
  }
}

function ownResponse(reader: MapReader, defaults: Defaults): ResponseSpec {
  const own = reader.mapping('response');
  return own === undefined ? defaults.response : parseResponse(own, defaults.response.redact);
}

function ownPagination(reader: MapReader, defaults: Defaults): PaginationSpec | undefined {
  const raw = reader.raw('pagination');
  if (raw === undefined || raw === null) return defaults.pagination;
  if (raw === 'none' || raw === false) return undefined;
  if (typeof raw !== 'object') {
    reader.error('pagination', `expected a mapping or "none", got ${quote(raw)}`);
    return undefined;
  }
  const own = reader.mapping('pagination');
  return own && parsePagination(own);
}

function checkBody(
  reader: MapReader,
  contentType: string,
  params: ReadonlyMap<string, Param>,
): void {
  const body = [...params.values()].filter((param) => param.in === 'body');
  const files = body.filter((param) => param.type === 'file_url');
  if (/^multipart\//i.test(contentType)) return;
  if (files.length > 1 || (files.length === 1 && body.length > 1))
    reader.error(
      'params',
      'several body params with a file_url need content_type: multipart/form-data',
    );
  const isKnown = /json|x-www-form-urlencoded/i.test(contentType);
  if (!isKnown && body.length > 1)
    reader.warn(
      'content_type',
      `there is no rule for ${body.length} body params as ${contentType}; they are sent as JSON`,
    );
}

function bodyLimit(reader: MapReader): number {
  const text = reader.text('max_body_size');
  if (text === undefined) return largestBody;
  const bytes = parseSize(text);
  if (bytes === undefined)
    reader.error('max_body_size', `expected a size like 20MB, got ${quote(text)} (max_body_size)`);
  else if (bytes > largestBody)
    reader.warn('max_body_size', `${text} is more than 100 MiB, which holds`);
  return Math.min(bytes ?? largestBody, largestBody);
}

function deprecation(reader: MapReader): string | undefined {
  const raw = reader.raw('deprecated');
  if (raw === undefined || raw === null || raw === false) return undefined;
  return raw === true ? '' : reader.text('deprecated');
}

function idempotencyHeader(
  reader: MapReader,
  params: ReadonlyMap<string, Param>,
  defaults: Defaults,
): string | undefined {
  const own = reader.mapping('idempotency');
  if (own === undefined) return undefined;
  own.oneOf('generate', ['uuid_v4']);
  const header = own.text('header');
  if (header === undefined || header.trim() === '') {
    own.error('header', 'is missing; it names the header that carries the key');
    return undefined;
  }
  const lower = header.toLowerCase();
  const declared = [...params.values()].some(
    (param) => param.in === 'header' && param.name.toLowerCase() === lower,
  );
  if (declared || Object.hasOwn(defaults.headers, lower))
    own.error('header', `"${header}" is set by a param or by defaults.headers already`);
  return lower;
}
