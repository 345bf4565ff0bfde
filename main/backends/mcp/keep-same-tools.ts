import { isDeepStrictEqual } from 'node:util';
import type { ToolDescriptor } from '../backend.ts';

/** The new list with the old object of every tool that did not change, so that nothing is compiled twice. */
export function keepSameTools(
  before: readonly ToolDescriptor[],
  now: readonly ToolDescriptor[],
): readonly ToolDescriptor[] {
  const known = new Map(before.map((tool) => [tool.name, tool]));
  return now.map((tool) => {
    const old = known.get(tool.name);
    return old !== undefined && isDeepStrictEqual(old, tool) ? old : tool;
  });
}
