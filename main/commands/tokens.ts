import { tokensFile } from '../config/paths.ts';
import { TokenStore, type TokenInfo } from '../endpoint/tokens/token-store.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { expectNoJson, jsonOption, printJson } from './list-json.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';

const usage = `Usage: toolmesh tokens [list] [--json]
       toolmesh tokens create NAME [--client ID] [--role ROLE]...   prints the token, once
       toolmesh tokens revoke NAME

Tokens let clients in by HTTP; settings.yaml opens that door (http: enabled: true). NAME becomes the user
of the calls, ID the client that caller-classes.yaml knows, NAME unless told. Policies see the roles.
--json prints a list of { name, client, roles, createdAt }; never a token.`;

const verbs = ['list', 'create', 'revoke'];

export const tokensCommand: Command = {
  usage,
  async run(args) {
    const options = {
      ...jsonOption,
      client: { type: 'string' },
      role: { type: 'string', multiple: true },
    } as const;
    const { values, words } = parseArguments(args, options, { least: 0, most: 2 });
    const [verb = 'list', name] = words;
    const tokens = new TokenStore(tokensFile(commandWorld().paths), Date.now);
    if (verb === 'list') {
      const all = await tokens.list();
      if (values.json) {
        await printJson(all.map(toJson));
        return 0;
      }
      if (all.length === 0)
        await print('There is no token yet; "toolmesh tokens create NAME" makes one');
      for (const { name: known, client, roles, createdAt } of all) {
        const day = new Date(createdAt).toISOString().slice(0, 10);
        await print(
          [known.padEnd(24), client.padEnd(24), day, roles.join(' ')].join(' ').trimEnd(),
        );
      }
      return 0;
    }
    if (!verbs.includes(verb)) {
      throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, verbs)}`);
    }
    expectNoJson(values.json, verb);
    if (name === undefined) throw new UsageError('NAME is missing');
    if (verb === 'create') {
      await print(await tokens.create({ name, client: values.client, roles: values.role }));
      process.stderr.write('Keep it now: it is not stored and cannot be shown again\n');
      return 0;
    }
    await tokens.revoke(name);
    await print(`${name} lets nobody in any more`);
    return 0;
  },
};

// Field by field, so that nothing is printed that the file may hold one day.
function toJson({ name, client, roles, createdAt }: TokenInfo): object {
  return { name, client, roles, createdAt: new Date(createdAt).toISOString() };
}
