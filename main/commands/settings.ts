import { expectation } from '../config/check-schema.ts';
import { ConfigStore } from '../config/config-store.ts';
import { editSetting } from '../config/edit-files.ts';
import { settingChange } from '../contract/settings-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { placeOf } from '../services/create-settings-services.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { printJson } from './list-json.ts';

const keys = [
  'theme',
  'language',
  'logLevel',
  'strategy',
  'quarantine',
  'httpEnabled',
  'httpPort',
  'retentionDays',
  'maxMb',
];

const usage = `Usage: toolmesh settings                       print settings.yaml as it is in force, as JSON
       toolmesh settings set KEY VALUE [--client ID]

KEY is one of ${keys.join(', ')}. --client sets the strategy of one client.
Comments and layout of settings.yaml stay; a running gateway follows at once.`;

export const settingsCommand: Command = {
  usage,
  async run(args) {
    const { values, words } = parseArguments(
      args,
      { client: { type: 'string' } },
      { least: 0, most: 3 },
    );
    const { paths, env } = commandWorld();
    const [verb, key = '', text] = words;
    if (verb === undefined) {
      const { settings } = (await ConfigStore.open(paths, env)).current;
      await printJson(settings ?? null);
      return settings === undefined ? 1 : 0;
    }
    if (verb !== 'set') throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, ['set'])}`);
    if (key === '') throw new UsageError(`KEY is missing: ${keys.join(', ')}`);
    if (!keys.includes(key)) throw new UsageError(`unknown key "${key}"${nearestHint(key, keys)}`);
    if (text === undefined) throw new UsageError('VALUE is missing');
    const change = settingChange.safeParse({
      key,
      value: valueOf(text),
      ...(values.client !== undefined && { client: values.client }),
    });
    if (!change.success) {
      const [issue] = change.error.issues;
      const wanted = issue === undefined ? 'expected another value' : expectation(issue);
      throw new UsageError(`${key}: ${wanted}, got "${text}"`);
    }
    await editSetting(paths.settingsFile, placeOf(change.data), change.data.value);
    const { fileProblems } = (await ConfigStore.open(paths, env)).current;
    const problem = fileProblems.find(({ file }) => file === paths.settingsFile);
    if (problem !== undefined) throw new GatewayError('config-invalid', problem.message);
    await print(`${key} is ${text}`);
    return 0;
  },
};

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
