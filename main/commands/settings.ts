import { expectation } from '../config/check-schema.ts';
import { editSetting } from '../config/edit-files.ts';
import { settingChange } from '../contract/settings-services.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { placeOf } from '../services/create-settings-services.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { printJson } from './list-json.ts';
import { expectInForce, settingsInForce } from './settings-in-force.ts';

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

const usage = `Usage: toolmesh settings [list]                print settings.yaml as it is in force, as JSON
       toolmesh settings set KEY VALUE [--client ID]

KEY is one of ${keys.join(', ')}. --client sets the strategy of one client.
Comments and layout of settings.yaml stay; a running gateway follows at once.`;

const verbs = { list: {}, set: { more: 2, options: ['client'] } } as const;

export const settingsCommand: Command = {
  usage,
  async run(args) {
    const options = { client: { type: 'string' } } as const;
    const { verb, words, values } = parseVerb(args, options, verbs, 'list');
    const world = commandWorld();
    const { settingsFile } = world.paths;
    const [key = '', text] = words;
    if (verb === 'list') {
      await printJson(await settingsInForce(world));
      return 0;
    }
    if (key === '') throw new UsageError(`KEY is missing: ${keys.join(', ')}`);
    if (!keys.includes(key)) throw new UsageError(`unknown key "${key}"${nearestHint(key, keys)}`);
    if (text === undefined) throw new UsageError('VALUE is missing');
    if (values.client !== undefined && key !== 'strategy')
      throw new UsageError(`--client goes with strategy, not with "${key}"`);
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
    await editSetting(settingsFile, placeOf(change.data), change.data.value);
    await expectInForce(world);
    await print(`${key} is ${text}${nextStep(key, text)}`);
    return 0;
  },
};

function nextStep(key: string, text: string): string {
  if (key !== 'httpEnabled' || text !== 'true') return '';
  return '; a client comes in with a token, "toolmesh tokens create NAME" makes one';
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
