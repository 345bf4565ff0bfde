import type { Action, Exposition } from '../model.ts';
import { sentence, sentences } from '../sentence.ts';
import { toonTable } from './toon-table.ts';

/** What a group is for and what its operations do, in the wanted form. */
export function describeGroup(
  namespace: string,
  discriminator: string,
  actions: readonly Action[],
  exposition: Exposition,
): string {
  const options = exposition.namespaces.get(namespace);
  const summary = sentence(options?.description ?? '') || namespace;
  const head = `${summary}. Pick the operation with \`${discriminator}\``;
  switch (options?.descriptionMode ?? exposition.description) {
    case 'compact':
      return `${head}.`;
    case 'toon': {
      const table = tableOf(actions);
      return table === undefined ? `${head}.` : `${head}.\n${table}`;
    }
    case 'full': {
      const lines = actions.flatMap((action) => {
        const needs = needsOf(action);
        const text = sentences([textOf(action), needs === '' ? '' : `Needs: ${needs}`]);
        return text === '' ? [] : [`- ${action.action}: ${text}`];
      });
      return lines.length === 0 ? `${head}.` : `${head}:\n${lines.join('\n')}`;
    }
  }
}

// Every row has the same columns: an uneven list would lose TOON's short form.
function tableOf(actions: readonly Action[]): string | undefined {
  const columns = [
    { title: 'action', cells: actions.map(({ action }) => action) },
    { title: 'needs', cells: actions.map(({ schema }) => schema.required.join(',')) },
    { title: 'desc', cells: actions.map(textOf) },
  ].filter(({ title, cells }) => title === 'action' || cells.some((cell) => cell !== ''));
  if (columns.length === 1) return undefined;
  return toonTable(
    columns.map(({ title }) => title),
    actions.map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
  );
}

function textOf({ tool, schema }: Action): string {
  return sentences([sentence(tool.description ?? ''), ...schema.notes]);
}

function needsOf({ schema }: Action): string {
  return schema.required.join(', ');
}
