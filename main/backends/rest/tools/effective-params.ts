import type { Param, RestTool } from '../dadl/model.ts';

/** Name of the argument that runs a jq filter over the finished result. */
export const jqArgument = '_jq';

/** The declared params, and what paging and the jq override add to them. */
export function effectiveParams(tool: RestTool): ReadonlyMap<string, Param> {
  const all = new Map(tool.params);
  const { pagination, response } = tool;
  if (pagination?.behavior === 'expose') {
    const isCursor = pagination.strategy === 'cursor';
    const words = isCursor
      ? 'Cursor of the page, from _meta.pagination'
      : `Selects the page (${pagination.strategy})`;
    add(all, pagination.pageParam, isCursor ? 'string' : 'integer', words);
    add(all, pagination.limitParam, 'integer', 'Items per page');
  }
  if (response.allowJqOverride && !response.isFile && !all.has(jqArgument)) {
    const description = 'jq filter that is run over the result';
    all.set(jqArgument, {
      name: jqArgument,
      type: 'string',
      required: false,
      hasDefault: false,
      description,
    });
  }
  return all;
}

function add(
  params: Map<string, Param>,
  name: string | undefined,
  type: string,
  description: string,
): void {
  if (name === undefined || params.has(name)) return;
  params.set(name, { name, type, in: 'query', required: false, hasDefault: false, description });
}
