import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkSchema } from '../../config/check-schema.ts';
import type { Problem } from '../../config/problem.ts';
import { strict } from '../../config/schema/strict.ts';
import { parseYaml } from '../../config/yaml-source.ts';

const testCase = strict({
  name: z.string().min(1),
  tool: z.string().min(1),
  params: z.record(z.string(), z.unknown()).default({}),
  /** File in recordings/ that answers; all of them together when absent. */
  recording: z.string().optional(),
  /** `order` for calls whose arguments differ every time, such as a time of day. */
  match: z.enum(['arguments', 'order']).default('arguments'),
  expect: strict({
    /** The whole answer: JSON where it is JSON, else its text. */
    equals: z.unknown().optional(),
    /** Part of the answer: further keys do not matter, lists are compared whole. */
    contains: z.unknown().optional(),
    /** Part of the answer's text. */
    text: z.string().optional(),
    /** Part of the error's text; the tool must fail. */
    error: z.string().optional(),
  }),
});
export type TestCase = z.infer<typeof testCase>;

const casesFile = strict({ cases: z.array(testCase).default([]) });

/** The cases in tests/*.yaml, in the order of the files' names. */
export async function readCases(
  unitFolder: string,
): Promise<{ readonly cases: readonly TestCase[]; readonly problems: readonly Problem[] }> {
  const folder = path.join(unitFolder, 'tests');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name));
  const read = await Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(folder, name);
      const parsed = parseYaml(file, await readFile(file, 'utf8'), `tests/${name}`);
      return 'problems' in parsed ? parsed : checkSchema(parsed.source, casesFile, `tests/${name}`);
    }),
  );
  return {
    cases: read.flatMap((each) => ('value' in each ? each.value.cases : [])),
    problems: read.flatMap((each) => ('problems' in each ? [...each.problems] : [])),
  };
}
