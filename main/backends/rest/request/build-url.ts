import { scalarText } from '../dadl/scalar-text.ts';
import type { Param, RestTool } from '../dadl/model.ts';
import { quote } from '../dadl/findings.ts';
import { invalidInput } from '../rest-failure.ts';
import { argumentValue } from './argument-value.ts';
import { flatten } from './flatten.ts';

type Args = Readonly<Record<string, unknown>>;

/** The tool's URL with its path filled in and its query sorted by name. */
export function buildUrl(
  base: URL,
  tool: RestTool,
  params: ReadonlyMap<string, Param>,
  args: Args,
): URL {
  const url = resolveBelow(base, fillPath(tool, params, args));
  const pairs = queryPairs(params, args);
  if (pairs.length === 0) return url;
  const text = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  url.search = url.search === '' ? text : `${url.search.slice(1)}&${text}`;
  return url;
}

/** The base's path counts as a directory; a path that is a whole URL is taken as it is. */
export function resolveBelow(base: URL, path: string): URL {
  if (/^https?:\/\//i.test(path)) return new URL(path);
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  const below = path.replace(/^\/+/, '');
  return new URL(`${base.origin}${below === '' ? base.pathname : `${folder}${below}`}`);
}

function fillPath(tool: RestTool, params: ReadonlyMap<string, Param>, args: Args): string {
  const path = tool.path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const param = params.get(name);
    if (param === undefined) return whole;
    const value = argumentValue(param, args);
    const text = pathText(value);
    if (text === '')
      throw invalidInput(`parameter ${quote(name)} is part of the path and must not be empty`);
    // URL readers drop such segments, encoded or not, and the request would reach another endpoint.
    if (/^\.{1,2}$/.test(text) || /(^|[/\\])\.\.([/\\]|$)/.test(text))
      throw invalidInput(
        `parameter ${quote(name)} must not lead out of the path, got ${quote(text)}`,
      );
    return encodeURIComponent(text);
  });
  // Two harmless values side by side can make such a segment as well.
  const [pathOnly = ''] = path.split('?');
  if (path !== tool.path && pathOnly.split('/').some((segment) => /^\.{1,2}$/.test(segment)))
    throw invalidInput(
      `the parameters of the path must not lead out of it, got ${quote(pathOnly)}`,
    );
  return path;
}

function pathText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.map(scalarText).join(',') : scalarText(value);
}

function queryPairs(
  params: ReadonlyMap<string, Param>,
  args: Args,
): readonly (readonly [string, string])[] {
  return [...params.values()]
    .filter((param) => param.in === 'query')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((param) => {
      const value = argumentValue(param, args);
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value)) return flatten(param.name, value);
      return value.flatMap((item: unknown) =>
        item === null ? [] : [[param.name, scalarText(item)] as const],
      );
    });
}
