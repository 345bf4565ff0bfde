import { ConfigStore } from '../config/config-store.ts';
import { tokensFile } from '../config/paths.ts';
import { TokenStore, type TokenInfo } from '../endpoint/tokens/token-store.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { jsonOption, printJson } from './list-json.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { printList } from './print-list.ts';

const usage = `Usage: toolmesh tokens [list] [--json]
       toolmesh tokens create NAME [--client ID] [--role ROLE]...   prints the token, once
       toolmesh tokens revoke NAME

Tokens let clients in by HTTP; settings.yaml opens that door (http: enabled: true). NAME becomes the user
of the calls, ID the client that caller-classes.yaml knows, NAME unless told. Policies see the roles.
--json prints a list of { name, client, roles, createdAt }; never a token.`;

const verbs = {
  list: { options: ['json'] },
  create: { needs: ['NAME'], options: ['client', 'role'] },
  revoke: { needs: ['NAME'] },
} as const;

export const tokensCommand: Command = {
  usage,
  async run(args) {
    const options = {
      ...jsonOption,
      client: { type: 'string' },
      role: { type: 'string', multiple: true },
    } as const;
    const { verb, words, values } = parseVerb(args, options, verbs, 'list');
    const [name = ''] = words;
    const world = commandWorld();
    const tokens = new TokenStore(tokensFile(world.paths), Date.now);
    if (verb === 'list') {
      const all = await tokens.list();
      if (values.json) {
        await printJson(all.map(toJson));
        return 0;
      }
      return printList(
        alignColumns(all.map(cells), [25, 25]),
        'There is no token yet; "toolmesh tokens create NAME" makes one',
      );
    }
    if (verb === 'create') {
      await print(await tokens.create({ name, client: values.client, roles: values.role }));
      process.stderr.write('Keep it now: it is not stored and cannot be shown again\n');
      const { settings } = (await ConfigStore.open(world.paths, world.env)).current;
      if (settings?.http.enabled !== true)
        process.stderr.write(
          'Nobody comes in by HTTP yet; open it with: toolmesh settings set httpEnabled true\n',
        );
      return 0;
    }
    await tokens.revoke(name);
    await print(`${name} lets nobody in any more`);
    return 0;
  },
};

function cells({ name, client, roles, createdAt }: TokenInfo): readonly string[] {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return [name, client, day, ...roles];
}

// Field by field, so that nothing is printed that the file may hold one day.
function toJson({ name, client, roles, createdAt }: TokenInfo): object {
  return { name, client, roles, createdAt: new Date(createdAt).toISOString() };
}
