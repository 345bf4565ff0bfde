import { ConfigStore } from '../config/config-store.ts';
import { editSetting } from '../config/edit-files.ts';
import { callerClasses, decisions, defaultAccess } from '../config/schema/settings.ts';
import { accessColumns } from '../contract/choices.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh access                              print who may call what
       toolmesh access set CLASS ACCESS DECISION

CLASS is ${callerClasses.join(', ')}. ACCESS is a class of tools: read, write, admin, dangerous,
unclassified, a word of your own, or * for every other one. DECISION is ${decisions.join(', ')}.`;

export const accessCommand: Command = {
  usage,
  async run(args) {
    const { words } = parseArguments(args, {}, { least: 0, most: 4 });
    const { paths, env } = commandWorld();
    const [verb, callerClass = '', access, decision = ''] = words;
    if (verb === undefined) {
      const { settings } = (await ConfigStore.open(paths, env)).current;
      await print(
        ['', ...accessColumns]
          .map((cell) => cell.padEnd(13))
          .join('')
          .trimEnd(),
      );
      for (const name of callerClasses) {
        const row: Readonly<Record<string, string>> = settings?.access[name] ?? defaultAccess[name];
        const cells = accessColumns.map((column) => (row[column] ?? row['*'] ?? '').padEnd(13));
        await print([name.padEnd(13), ...cells].join('').trimEnd());
      }
      return 0;
    }
    if (verb !== 'set') throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, ['set'])}`);
    expectOneOf('CLASS', callerClass, callerClasses);
    if (access === undefined || !/^([A-Za-z][\w-]{0,60}|\*)$/.test(access))
      throw new UsageError('ACCESS is a class of tools, or *');
    expectOneOf('DECISION', decision, decisions);
    await editSetting(paths.settingsFile, ['access', callerClass, access], decision);
    await print(`${callerClass} ${access}: ${decision}`);
    return 0;
  },
};

function expectOneOf(what: string, word: string, known: readonly string[]): void {
  if (known.includes(word)) return;
  throw new UsageError(`${what} is ${known.join(', ')}, got "${word}"${nearestHint(word, known)}`);
}
