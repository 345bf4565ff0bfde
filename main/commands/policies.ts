import { countOf } from '../platform/count-of.ts';
import { withAudit } from './audit/with-audit.ts';
import { loadPolicies } from '../config/load-policies.ts';
import { policiesToday } from '../services/policies-today.ts';
import { disablePolicy, enablePolicy, listShippedPolicies } from '../services/shipped-policies.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { jsonOption, printJson } from './list-json.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { printList } from './print-list.ts';

const usage = `Usage: toolmesh policies [list] [--json]
       toolmesh policies enable NAME     copies a shipped policy into the policies folder
       toolmesh policies disable NAME    renames it there to NAME.js.off

Policies are JavaScript files that see every call before and after it runs; throwing an Error denies it.
They run in the order of their names.
--json prints a list of { name, state, detail, today }: state is on, off or broken, detail what is broken or what
a shipped policy is for, today what one in force denied and changed since midnight, as far as there are records.`;

const verbs = {
  list: { options: ['json'] },
  enable: { needs: ['NAME'] },
  disable: { needs: ['NAME'] },
} as const;

export const policiesCommand: Command = {
  usage,
  async run(args) {
    const { verb, words, values } = parseVerb(args, jsonOption, verbs, 'list');
    const [name = ''] = words;
    const world = commandWorld();
    const { paths, shipped } = world;
    if (verb === 'list') {
      const rows = await policyRows(paths.policiesFolder, shipped.policies, await todayOf(world));
      if (values.json) await printJson(rows);
      else
        await printList(
          alignColumns(rows.map(cells), [25]),
          `There is no policy; write one to ${paths.policiesFolder}`,
        );
      return 0;
    }
    const file =
      verb === 'enable'
        ? await enablePolicy(shipped.policies, paths.policiesFolder, name)
        : await disablePolicy(paths.policiesFolder, name);
    await print(verb === 'enable' ? `${file} is in force` : `${file} is no longer in force`);
    return 0;
  },
};

interface PolicyRow {
  readonly name: string;
  readonly state: 'on' | 'off' | 'broken';
  readonly detail: string;
  /** Since midnight; absent for what is off and when the audit cannot tell. */
  readonly today?: { readonly denied: number; readonly changed: number };
}

type Today = Awaited<ReturnType<typeof policiesToday>>;

/** Undefined when the audit cannot be read: what is in force is listed all the same. */
async function todayOf(world: CommandWorld): Promise<Today | undefined> {
  let today: Today | undefined;
  await withAudit(world, async (audit) => {
    today = await policiesToday(audit, Date.now());
  }).catch(() => undefined);
  return today;
}

/** Those of the user in the order they run, then the shipped ones that are not in force. */
async function policyRows(
  own: string,
  shipped: string,
  today: Today | undefined,
): Promise<readonly PolicyRow[]> {
  const { policies } = await loadPolicies(own);
  const taken = new Set(policies.map(({ name }) => name));
  const others = (await listShippedPolicies(shipped)).map(({ name, summary }): PolicyRow => ({
    name: `${name}.js`,
    state: 'off',
    detail: summary,
  }));
  const done = (name: string): Pick<PolicyRow, 'today'> => (today ? { today: today(name) } : {});
  return [
    ...policies.map(({ name, broken }): PolicyRow =>
      broken === undefined
        ? { name, state: 'on', detail: '', ...done(name) }
        : { name, state: 'broken', detail: broken, ...done(name) },
    ),
    ...others.filter(({ name }) => !taken.has(name)),
  ];
}

function cells({ name, state, detail, today }: PolicyRow): readonly string[] {
  const note = { on: '', off: `; ${detail}`, broken: `, denies every call; ${detail}` }[state];
  return [name, `${state}${note}${today === undefined ? '' : `; ${doneToday(today)}`}`];
}

/** As the page Access says it. */
function doneToday({ denied, changed }: NonNullable<PolicyRow['today']>): string {
  const done = [
    ...(denied > 0 ? [`${denied} denied`] : []),
    ...(changed > 0 ? [countOf(changed, 'change')] : []),
  ];
  return `${done.length === 0 ? 'nothing' : done.join(', ')} today`;
}
