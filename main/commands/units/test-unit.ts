import path from 'node:path';
import type { SandboxedUnit } from '../../backends/unit/unit-backend.ts';
import { formatProblem } from '../../config/problem.ts';
import { ArgumentValidator } from '../../gateway/stages/validate-arguments.ts';
import { toGatewayError } from '../../platform/gateway-error.ts';
import { glueProblems } from '../../services/to-unit-views.ts';
import { print } from '../print.ts';
import { whyUnexpected, type Answered } from './compare-answer.ts';
import { absentBackend, loadGlue } from './load-glue.ts';
import { readRecordings, type RecordingFile } from './recording.ts';
import { Replay } from './replay.ts';
import { readCases, type TestCase } from './test-cases.ts';
import type { UnitVerb } from './unit-verb.ts';

/** toolmesh units test DIR: the unit's own cases, in the real sandbox, answered by its recordings. */
export const testUnit: UnitVerb = async (world, [directory = '.']) => {
  const folder = path.resolve(directory);
  const { cases, problems } = await readCases(folder);
  const loaded = await loadGlue(world, folder, absentBackend);
  if ('problems' in loaded) {
    for (const problem of [...loaded.problems, ...problems]) await print(formatProblem(problem));
    return 1;
  }
  try {
    const faults = [...glueProblems(loaded.definition, loaded.unit), ...problems];
    for (const problem of faults) await print(formatProblem(problem));
    const recordings = await readRecordings(folder);
    let failed = 0;
    for (const each of cases) {
      const why = await runCase(each, loaded.unit, recordings);
      await print(why === undefined ? `ok      ${each.name}` : `FAILED  ${each.name}: ${why}`);
      if (why !== undefined) failed += 1;
    }
    await print(
      cases.length === 0
        ? `no cases; write them to ${path.join(folder, 'tests', 'cases.yaml')}`
        : `${cases.length - failed} of ${cases.length} passed`,
    );
    return failed > 0 || faults.length > 0 ? 1 : 0;
  } finally {
    await loaded.close();
  }
};

/** Why the case failed; undefined when it passed. */
async function runCase(
  test: TestCase,
  unit: SandboxedUnit,
  recordings: readonly RecordingFile[],
): Promise<string | undefined> {
  const { recording, match } = test;
  const chosen = recordings.filter(({ file }) => recording === undefined || file === recording);
  if (recording !== undefined && chosen.length === 0)
    return `recordings/${recording} does not exist; record the call first`;
  const replay = new Replay(
    chosen.flatMap(({ calls }) => calls),
    match === 'order',
  );
  const answer = await answerOf(test, unit, replay);
  const [missing] = replay.missing;
  if (missing !== undefined) {
    const params = JSON.stringify(test.params);
    return `${missing} is not recorded; run: toolmesh units record ${unit.name} ${test.tool} '${params}'`;
  }
  return whyUnexpected(answer, test.expect);
}

async function answerOf(test: TestCase, unit: SandboxedUnit, replay: Replay): Promise<Answered> {
  const { tool, params: args } = test;
  const lines: string[] = [];
  try {
    const descriptor = unit.tools().find(({ name }) => name === tool);
    if (descriptor === undefined) return { error: `The unit has no tool "${tool}"` };
    new ArgumentValidator().validate(tool, descriptor.inputSchema, args);
    const { signal } = new AbortController();
    const onConsole = (more: readonly string[]): void => void lines.push(...more);
    const result = await unit.callTool({ tool, args, signal, subCall: replay.subCall, onConsole });
    const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''));
    const text = texts.join('\n');
    return result.isError === true ? { error: text } : { text };
  } catch (thrown) {
    return { error: toGatewayError(thrown).message };
  } finally {
    for (const line of lines) await print(`        ${line}`);
  }
}
