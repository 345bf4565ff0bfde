import path from 'node:path';
import { JqPool } from '../../backends/rest/jq/jq-pool.ts';
import { parseDadl } from '../../backends/rest/dadl/parse-dadl.ts';
import { placeFindings } from '../../backends/rest/dadl/place-findings.ts';
import { toolmeshRelease } from '../../backends/rest/toolmesh-release.ts';
import { loadDadl } from '../../config/load-dadl.ts';
import { formatProblem, type Problem } from '../../config/problem.ts';
import { countOf } from '../../platform/count-of.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { CommandWorld } from '../command-world.ts';
import { print } from '../print.ts';

interface Checked {
  readonly problems: readonly Problem[];
  readonly tools: number;
  readonly composites: number;
}

/** Exit code 1 when a file has an error. */
export async function checkDadl(files: readonly string[], world: CommandWorld): Promise<number> {
  const jq = new JqPool(world.shipped.jqWorker);
  let [errors, warnings, tools, composites] = [0, 0, 0, 0];
  try {
    for (const file of files) {
      const checked = await checkFile(file, jq);
      for (const problem of checked.problems) await print(formatProblem(problem));
      const wrong = checked.problems.filter(({ severity }) => severity === 'error').length;
      errors += wrong;
      warnings += checked.problems.length - wrong;
      tools += checked.tools;
      composites += checked.composites;
    }
  } finally {
    await jq.close();
  }
  const counts = [
    countOf(files.length, 'file'),
    countOf(tools, 'tool'),
    countOf(composites, 'composite'),
    countOf(errors, 'error'),
    countOf(warnings, 'warning'),
  ];
  await print(counts.join(', '));
  return errors > 0 ? 1 : 0;
}

async function checkFile(named: string, jq: JqPool): Promise<Checked> {
  const file = path.resolve(named);
  const subject = path.basename(file);
  const none = { tools: 0, composites: 0 };
  if (path.extname(file) !== '.dadl') {
    const message = 'a DADL file is called something.dadl';
    return { ...none, problems: [{ subject, file: named, message, severity: 'error' }] };
  }
  const source = await loadDadl(file).catch((error: unknown) => {
    if (error instanceof GatewayError) return error.message;
    throw error;
  });
  if (typeof source === 'string')
    return { ...none, problems: [{ subject, file: named, message: source, severity: 'error' }] };
  const { dadl, errors, warnings } = parseDadl(source, {
    compatibleWith: toolmeshRelease,
    canStore: true,
  });
  const filters = await filterFaults(dadl?.tools.values() ?? [], jq);
  const findings = [
    ...errors.map((finding) => ({ finding, severity: 'error' as const })),
    ...filters.map((finding) => ({ finding, severity: 'error' as const })),
    ...warnings.map((finding) => ({
      finding,
      severity: finding.isSlip === true ? ('error' as const) : ('warning' as const),
    })),
  ];
  const placed = placeFindings(
    source.text,
    findings.map(({ finding }) => finding),
  );
  return {
    tools: dadl?.tools.size ?? 0,
    composites: dadl?.composites.size ?? 0,
    problems: placed.map((one, index): Problem => ({
      subject,
      file: named,
      ...one,
      severity: findings[index]?.severity ?? 'error',
    })),
  };
}

type Tools = Iterable<{
  readonly name: string;
  readonly response: { readonly transform?: string | undefined };
}>;

async function filterFaults(
  tools: Tools,
  jq: JqPool,
): Promise<readonly { readonly path: readonly string[]; readonly message: string }[]> {
  const seen = new Map<string, string>();
  for (const { name, response } of tools) {
    if (response.transform !== undefined && !seen.has(response.transform))
      seen.set(response.transform, name);
  }
  const faults = [...seen].map(async ([filter, name]) => {
    const fault = await jq.check(filter);
    const where = ['backend', 'tools', name, 'response', 'transform'];
    return fault === undefined
      ? []
      : [{ path: where, message: `${where.join('.')}: is not jq: ${fault}` }];
  });
  return (await Promise.all(faults)).flat();
}
