import type { ToolEntry } from '../exposition/tool-registry.ts';
import { safeComment } from './type-text.ts';

// An example helps with a few tools; beside a long list it is noise.
const mostTools = 5;
const mostExamples = 2;
const mostChars = 1500;

/** Examples of use that come with the tools, as comments, with the names that a script calls. */
export function declareExamples(entries: readonly ToolEntry[]): readonly string[] {
  if (entries.length > mostTools) return [];
  const seen = new Set<string>();
  const texts: string[] = [];
  for (const { backend, tool } of entries) {
    for (const { title, code } of tool.examples ?? []) {
      const isNew = !seen.has(`${backend.name}\n${title}`) && code.length <= mostChars;
      if (!isNew || texts.length === mostExamples) continue;
      seen.add(`${backend.name}\n${title}`);
      const names = entries.filter((entry) => entry.backend === backend);
      texts.push(comment(title, withFullNames(code, backend.name, names)));
    }
  }
  return texts;
}

/** `api.list(` → `toolmesh.house_list(` */
function withFullNames(code: string, backend: string, entries: readonly ToolEntry[]): string {
  return code.replace(/\bapi\.([A-Za-z_$][\w$]*)\(/g, (_, name: string) => {
    const known = entries.find(({ tool }) => tool.name === name)?.canonicalName;
    return `toolmesh.${known ?? `${backend}_${name}`}(`;
  });
}

function comment(title: string, code: string): string {
  const lines = code.trimEnd().split(/\r?\n/);
  return [`  // Example: ${safeComment(title)}`, ...lines.map((line) => `  //   ${line}`)].join(
    '\n',
  );
}
