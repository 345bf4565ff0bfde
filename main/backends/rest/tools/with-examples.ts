import type { ToolDescriptor } from '../../backend.ts';
import type { Dadl } from '../dadl/model.ts';

/** The tools, each with the file's examples that call it. An example that calls a hidden tool is left out. */
export function withExamples(
  tools: readonly ToolDescriptor[],
  examples: Dadl['examples'],
): readonly ToolDescriptor[] {
  if (examples.length === 0) return tools;
  const names = new Set(tools.map(({ name }) => name));
  const byTool = new Map<string, { readonly title: string; readonly code: string }[]>();
  for (const { name, description, code } of examples) {
    const called = new Set(
      [...code.matchAll(/\bapi\.([A-Za-z_$][\w$]*)\(/g)].map((found) => found[1] ?? ''),
    );
    if ([...called].some((tool) => !names.has(tool))) continue;
    const title = description === '' ? name : `${name} (${description})`;
    for (const tool of called) byTool.set(tool, [...(byTool.get(tool) ?? []), { title, code }]);
  }
  return tools.map((tool) => {
    const own = byTool.get(tool.name);
    return own === undefined ? tool : { ...tool, examples: own };
  });
}
