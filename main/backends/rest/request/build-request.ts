import type { Param, RestTool } from '../dadl/model.ts';
import { noSecrets, type HttpRequest } from '../http/redirect.ts';
import { buildBody } from './build-body.ts';
import { buildHeaders } from './build-headers.ts';
import { buildUrl } from './build-url.ts';
import type { FetchFile } from './fetch-file.ts';

export interface RequestParts {
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly tool: RestTool;
  readonly params: ReadonlyMap<string, Param>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fetchFile: FetchFile;
}

/** A tool call as a request, without its key. Throws a RestFailure for what must not be sent. */
export async function buildRequest(parts: RequestParts): Promise<HttpRequest> {
  const { base, tool, params, args } = parts;
  const url = buildUrl(base, tool, params, args);
  const headers = buildHeaders(parts.headers, params, args);
  const body = await buildBody(tool, params, args, parts.fetchFile);
  return {
    method: tool.method,
    url,
    headers: {
      accept: 'application/json',
      'user-agent': 'toolmesh',
      ...headers,
      ...(body !== undefined && { 'content-type': body.contentType }),
    },
    ...(body !== undefined && { body: body.bytes }),
    secrets: noSecrets,
  };
}
