import { editFile, editSetting } from '../config/edit-files.ts';
import {
  addOverride,
  removeOverride,
  rulesOf,
  type OverrideRule,
} from '../config/edit-overrides.ts';
import {
  callerClasses,
  decisions,
  defaultAccess,
  type AccessRules,
} from '../config/schema/settings.ts';
import { accessColumns } from '../contract/choices.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { jsonOption, printJson } from './list-json.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { expectInForce, settingsInForce } from './settings-in-force.ts';

const usage = `Usage: toolmesh access [list] [--json]              print who may call what
       toolmesh access set CLASS ACCESS DECISION
       toolmesh access except DECISION [--tool TOOL] [--unit UNIT] [--class CLASS] [--access ACCESS]
       toolmesh access unexcept NUMBER             take back the exception of that number

CLASS is ${callerClasses.join(', ')}. ACCESS is a class of tools: read, write, admin, dangerous,
unclassified, a word of your own, or * for every other one. DECISION is ${decisions.join(', ')}.
Exceptions come before the table, and the newest before the others.
--json prints { table, exceptions }: table[CLASS][ACCESS] is a decision, an exception has its number.`;

const ruleOptions = {
  tool: { type: 'string' },
  unit: { type: 'string' },
  class: { type: 'string' },
  access: { type: 'string' },
} as const;

const verbs = {
  list: { options: ['json'] },
  set: { more: 3 },
  except: { more: 1, options: Object.keys(ruleOptions) },
  unexcept: { more: 1 },
} as const;

export const accessCommand: Command = {
  usage,
  async run(args) {
    const options = { ...jsonOption, ...ruleOptions } as const;
    const { verb, words, values } = parseVerb(args, options, verbs, 'list');
    const world = commandWorld();
    switch (verb) {
      case 'list':
        await printAccess((await settingsInForce(world)).access, values.json);
        return 0;
      case 'set':
        await set(world, words);
        return 0;
      case 'except':
        await except(world, words[0] ?? '', values);
        return 0;
      case 'unexcept':
        await unexcept(world, words[0] ?? '');
        return 0;
    }
  },
};

async function printAccess(rules: AccessRules | undefined, asJson: boolean): Promise<void> {
  const rowOf = (name: (typeof callerClasses)[number]) => rules?.[name] ?? defaultAccess[name];
  if (asJson) {
    const table = Object.fromEntries(callerClasses.map((name) => [name, rowOf(name)]));
    const exceptions = (rules?.overrides ?? []).map((rule, index) => ({
      number: index + 1,
      ...rule,
    }));
    await printJson({ table, exceptions });
    return;
  }
  const head = ['', ...accessColumns].map((cell) => cell.padEnd(13)).join('');
  await print(head.trimEnd());
  for (const name of callerClasses) {
    const row: Readonly<Record<string, string>> = rowOf(name);
    const cells = accessColumns.map((column) => (row[column] ?? row['*'] ?? '').padEnd(13));
    await print([name.padEnd(13), ...cells].join('').trimEnd());
  }
  for (const [index, rule] of (rules?.overrides ?? []).entries())
    await print(`exception ${index + 1}: ${sentence(rule)}`);
}

async function set(
  world: CommandWorld,
  [callerClass = '', access, decision = '']: readonly string[],
): Promise<void> {
  expectOneOf('CLASS', callerClass, callerClasses);
  if (access === undefined) throw new UsageError(`ACCESS is missing: ${accessColumns.join(', ')}`);
  if (!/^([A-Za-z][\w-]{0,60}|\*)$/.test(access))
    throw new UsageError(`ACCESS is one of ${accessColumns.join(', ')} or a word, got "${access}"`);
  expectOneOf('DECISION', decision, decisions);
  await editSetting(world.paths.settingsFile, ['access', callerClass, access], decision);
  await expectInForce(world);
  await print(`${callerClass} ${access}: ${decision}`);
}

async function except(
  world: CommandWorld,
  decision: string,
  values: Omit<OverrideRule, 'decision'>,
): Promise<void> {
  expectOneOf('DECISION', decision, decisions);
  const { tool, unit, class: callerClass, access } = values;
  if (callerClass !== undefined) expectOneOf('CLASS', callerClass, callerClasses);
  if ([tool, unit, callerClass, access].every((each) => each === undefined))
    throw new UsageError('say with --tool, --unit, --class or --access what the exception is for');
  const rule = { tool, unit, class: callerClass, access, decision };
  await editFile(world.paths.settingsFile, (text) => addOverride(text, rule));
  await expectInForce(world);
  await print(`exception 1: ${sentence(rule)}`);
}

async function unexcept(world: CommandWorld, number: string): Promise<void> {
  if (number === '') throw new UsageError('NUMBER is missing; "toolmesh access" shows the numbers');
  let removed: OverrideRule | undefined;
  await editFile(world.paths.settingsFile, (text) => {
    const rules = rulesOf(text) as readonly OverrideRule[];
    removed = /^\d+$/.test(number) ? rules[Number(number) - 1] : undefined;
    if (removed === undefined)
      throw new Error(`there is no exception "${number}"; there are ${rules.length}`);
    return removeOverride(text, Number(number) - 1, removed);
  });
  await expectInForce(world);
  if (removed !== undefined) await print(`no exception any more: ${sentence(removed)}`);
}

/** `deny netdata_processes for standard` */
function sentence({ tool, unit, class: callerClass, access, decision }: OverrideRule): string {
  const what = [
    tool ?? (unit === undefined ? 'every tool' : `every tool of ${unit}`),
    ...(access === undefined ? [] : [`that is ${access}`]),
    ...(callerClass === undefined ? [] : [`for ${callerClass}`]),
  ];
  return `${decision} ${what.join(' ')}`;
}

function expectOneOf(what: string, word: string, known: readonly string[]): void {
  if (known.includes(word)) return;
  if (word === '') throw new UsageError(`${what} is missing: ${known.join(', ')}`);
  throw new UsageError(`${what} is ${known.join(', ')}, got "${word}"${nearestHint(word, known)}`);
}
