import type { UnitView } from '../../../main/contract/views.ts';
import { fileName } from '../../components/file-name.ts';
import type { Language } from '../../text/language.ts';

/** The second line of a unit in the list: what is wrong, else how much it offers and saves. */
export function unitLine(unit: UnitView, { words, format }: Language): string {
  if (unit.state === 'off') return words.unit.off;
  const [problem] = unit.problems;
  if (unit.state === 'error' && problem?.file !== undefined) {
    const { file, line } = problem;
    const name = fileName(file);
    return line === undefined ? name : `${name}, ${words.unitsPage.lineAndColumn(line)}`;
  }
  const down = unit.backends.find(({ state }) => state === 'down');
  if (unit.state === 'backend-down' && down !== undefined)
    return words.overview.backendIsDown(down.name);
  if (unit.state !== 'on') return unit.line === '' ? words.unit[unit.state] : unit.line;
  const used = unit.tools.filter(({ smaller }) => smaller !== undefined);
  const calls = used.reduce((sum, tool) => sum + tool.calls, 0);
  const count = words.tools(unit.tools.length);
  if (calls === 0) return count;
  // Weighted by use: a tool called once says little about what the unit saves.
  const smaller = used.reduce((sum, tool) => sum + (tool.smaller ?? 0) * tool.calls, 0) / calls;
  return `${count}, ${words.smaller(format.percent(smaller))}`;
}
