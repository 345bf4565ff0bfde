import { formatProblem, type Problem } from '../../config/problem.ts';
import { buildRegistry } from '../../gateway/exposition/tool-registry.ts';
import { glueProblems } from '../../services/to-unit-views.ts';
import { print } from '../print.ts';
import { absentBackend, loadGlue } from './load-glue.ts';
import type { UnitVerb } from './unit-verb.ts';
import { countOf } from '../../platform/count-of.ts';

/** toolmesh units check DIR: the lines that toolmesh check prints for this unit, without its backends. */
export const checkUnit: UnitVerb = async (world, [directory = '.']) => {
  const loaded = await loadGlue(world, directory, absentBackend);
  if ('problems' in loaded) return await report(loaded.problems, 0);
  const { definition, unit } = loaded;
  try {
    const warnings = buildRegistry([unit]).warnings.map((message): Problem => ({
      subject: 'tools',
      message,
      severity: 'warning',
    }));
    return await report([...glueProblems(definition, unit), ...warnings], unit.tools().length);
  } finally {
    await loaded.close();
  }
};

async function report(problems: readonly Problem[], tools: number): Promise<number> {
  for (const problem of problems) await print(formatProblem(problem));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  await print(
    `${countOf(tools, 'tool')}, ${countOf(errors, 'error')}, ${countOf(problems.length - errors, 'warning')}`,
  );
  return errors > 0 ? 1 : 0;
}
