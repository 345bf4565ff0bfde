// What happens to one tool call, in the order it happens.
import type { CallResult } from '../backend.ts';
import type { Param, RestTool } from './dadl/model.ts';
import { exchange, type CallTime } from './http/exchange.ts';
import type { HttpRequest } from './http/redirect.ts';
import { buildRequest } from './request/build-request.ts';
import { createFileFetcher } from './request/fetch-file.ts';
import { readPage, type Page } from './response/read-reply.ts';
import { keepFile } from './response/keep-file.ts';
import { exposedPaging, nextPage, type NextPage } from './response/paginate.ts';
import { readStream } from './response/read-stream.ts';
import { extractResult, pagingFacts, shapeResult } from './response/shape-result.ts';
import { toCallResult } from './response/to-call-result.ts';
import type { RestContext } from './rest-context.ts';
import { RestFailure } from './rest-failure.ts';
import { checkArguments } from './tools/check-arguments.ts';
import { effectiveParams, jqArgument } from './tools/effective-params.ts';

type Args = Readonly<Record<string, unknown>>;

export interface RestCall {
  readonly args: Args;
  readonly signal: AbortSignal;
}

/** Throws a RestFailure for the tool's own failure, and the signal's reason when it was cancelled. */
export async function callRestTool(
  context: RestContext,
  tool: RestTool,
  call: RestCall,
): Promise<CallResult> {
  const params = effectiveParams(tool);
  checkArguments(tool.name, params, call.args);
  const time = { signal: call.signal, deadline: context.now() + context.limits.callMs };
  const { [jqArgument]: filter, ...own } = call.args;
  const hasFilter = tool.response.allowJqOverride && typeof filter === 'string' && filter !== '';
  const args = tool.params.has(jqArgument) || !tool.response.allowJqOverride ? call.args : own;
  const request = await toRequest(context, tool, params, args, time);

  if (tool.response.isFile) {
    return toCallResult(
      await exchange(context, tool, request, time, (reply) =>
        keepFile(context, tool.response, reply),
      ),
    );
  }
  const warnings: string[] = [];
  if (tool.response.streaming !== 'no') {
    const body = await exchange(context, tool, request, time, (reply) =>
      readStream(tool.response, context.limits.streamingMs, reply),
    );
    const extracted = extractResult(tool.response, body, warnings);
    const shaped = await shapeResult(
      tool.response,
      extracted,
      hasFilter ? filter : undefined,
      context.transformer,
      warnings,
    );
    return toCallResult(shaped.value, { warnings, cut: shaped.cut });
  }
  const first = await exchange(context, tool, request, time, readPage);
  const extracted = extractResult(tool.response, first.body, warnings);
  const paging = { ...pagingFacts(tool.response, first) };
  const { pagination } = tool;
  let collected = extracted;
  if (pagination?.behavior === 'auto' && Array.isArray(extracted.value)) {
    const pages = { context, tool, params, args, time, warnings };
    collected = {
      ...extracted,
      value: await collectPages(pages, first, extracted.value as unknown[]),
    };
  } else if (pagination !== undefined) Object.assign(paging, exposedPaging(pagination, first));
  const shaped = await shapeResult(
    tool.response,
    collected,
    hasFilter ? filter : undefined,
    context.transformer,
    warnings,
  );
  return toCallResult(shaped.value, { warnings, cut: shaped.cut, paging });
}

function toRequest(
  context: RestContext,
  tool: RestTool,
  params: ReadonlyMap<string, Param>,
  args: Args,
  { signal }: CallTime,
): Promise<HttpRequest> {
  const { base, dadl, fileHttp, fileHosts, files, limits } = context;
  return buildRequest({
    base,
    headers: dadl.headers,
    tool,
    params,
    args,
    fetchFile: createFileFetcher({
      http: fileHttp,
      allowedHosts: fileHosts,
      store: files,
      timeoutMs: limits.streamingMs,
      signal,
    }),
  });
}

interface Pages {
  readonly context: RestContext;
  readonly tool: RestTool;
  readonly params: ReadonlyMap<string, Param>;
  readonly args: Args;
  readonly time: CallTime;
  readonly warnings: string[];
}

/** Items of all pages. A later page that fails ends the walk; what was gathered is worth more than an error. */
async function collectPages(
  pages: Pages,
  first: Page,
  items: readonly unknown[],
): Promise<unknown> {
  const { tool, params, warnings, time } = pages;
  const spec = tool.pagination;
  if (spec === undefined) return items;
  let all = items;
  let page = first;
  let args = pages.args;
  let count = items.length;
  for (let number = 1; number < spec.maxPages; number += 1) {
    const next = nextPage({ spec, params, args, items: count }, page);
    if (next === undefined) return all;
    if ('url' in next && next.url.origin !== page.url.origin) {
      warnings.push(`the next page is at ${next.url.origin}, another origin; it was not fetched`);
      return all;
    }
    if ('param' in next) args = { ...args, [next.param]: next.value };
    try {
      page = await fetchPage(pages, next, args);
    } catch (error) {
      if (!(error instanceof RestFailure) || time.signal.aborted) throw error;
      warnings.push(
        `page ${number + 1} failed (${error.code}); the ${all.length} items before it are returned`,
      );
      return all;
    }
    const { value } = extractResult(tool.response, page.body, warnings);
    if (!Array.isArray(value)) return all;
    count = value.length;
    all = [...all, ...(value as unknown[])];
  }
  return all;
}

async function fetchPage(
  { context, tool, params, time }: Pages,
  next: NextPage,
  args: Args,
): Promise<Page> {
  if ('url' in next) {
    const request = await toRequest(context, tool, params, args, time);
    return exchange(context, tool, { ...request, url: next.url }, time, readPage);
  }
  // The parameter need not be declared: automatic paging hides it from the caller.
  const known = params.get(next.param) ?? {
    name: next.param,
    type: 'string',
    in: 'query' as const,
    required: false,
    hasDefault: false,
  };
  const all = new Map(params).set(next.param, known);
  return exchange(context, tool, await toRequest(context, tool, all, args, time), time, readPage);
}
