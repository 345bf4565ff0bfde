import { disabledUnits, problemsOf } from '../../config/ask-config.ts';
import { ConfigStore } from '../../config/config-store.ts';
import { formatProblem, type Problem } from '../../config/problem.ts';
import { listExamples } from '../../services/example-units.ts';
import { alignColumns } from '../align-columns.ts';
import type { CommandWorld } from '../command-world.ts';
import { printJsonList, printList } from '../print-list.ts';
import { glueFaults } from './load-glue.ts';
import type { UnitVerb } from './unit-verb.ts';

interface UnitRow {
  readonly name: string;
  readonly state: 'on' | 'off' | 'error' | 'shipped';
  readonly folder?: string;
  readonly summary?: string;
  /** Why the state is `error`. */
  readonly problems?: readonly Problem[];
}

/** toolmesh units list: every unit and, below them, why one cannot be loaded. */
export const listUnits: UnitVerb = async (world, _words, asJson) => {
  const { rows, fileProblems } = await unitRows(world);
  if (asJson) return printJsonList(rows.map(toJson), fileProblems);
  const lines = alignColumns(
    rows.map(({ name, state, folder, summary }) => [name, state, folder ?? summary ?? '']),
    [20, 9],
  );
  const problems = rows.flatMap((row) => row.problems ?? []);
  return printList(lines, 'There is no unit yet; "toolmesh units new NAME" writes one', [
    ...problems,
    ...fileProblems,
  ]);
};

async function unitRows(world: CommandWorld): Promise<{
  readonly rows: readonly UnitRow[];
  readonly fileProblems: readonly Problem[];
}> {
  const { paths, env, shipped } = world;
  const { current } = await ConfigStore.open(paths, env);
  const off = disabledUnits(current);
  const on = current.units.filter(({ name }) => !off.includes(name));
  const faults = await glueFaults(world, current, on);
  const examples = await listExamples(shipped.units, paths.unitsFolder);
  const rows = [
    ...current.units.map(({ name, folder }): UnitRow => {
      const problems = faults.get(name) ?? [];
      if (problems.length > 0) return { name, state: 'error', folder, problems };
      return { name, state: off.includes(name) ? 'off' : 'on', folder };
    }),
    ...current.brokenUnits.map((unit): UnitRow => ({ state: 'error', ...unit })),
    ...examples.map(({ name, summary }): UnitRow => ({ name, state: 'shipped', summary })),
  ];
  // Without the settings nobody knows which units are off.
  return { rows, fileProblems: problemsOf(current, paths.settingsFile) };
}

function toJson({ problems, ...row }: UnitRow): object {
  return problems === undefined ? row : { ...row, problems: problems.map(formatProblem) };
}
