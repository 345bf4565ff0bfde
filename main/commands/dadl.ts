import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { addDadl } from './dadl/add-dadl.ts';
import { checkDadl } from './dadl/check-dadl.ts';
import { parseVerb } from './parse-verb.ts';

const usage = `Usage: toolmesh dadl check FILE…
       toolmesh dadl add FILE [--name NAME] [--url URL]

check  reads descriptions of REST APIs as strictly as a publisher would, and prints one line per problem as
       file:line:column: error: message. Exits with 1 when there is an error.
add    copies the file into ToolMesh's own folder, asks for the service's URL and for the keys it needs, and
       writes the backend. Without a terminal nothing is asked: give --url, and set the keys afterwards.`;

const verbs = {
  check: { needs: ['FILE'], more: Infinity },
  add: { needs: ['FILE'], options: ['name', 'url'] },
} as const;

export const dadlCommand: Command = {
  usage,
  async run(args) {
    const options = { name: { type: 'string' }, url: { type: 'string' } } as const;
    const { verb, words: files, values } = parseVerb(args, options, verbs);
    const world = commandWorld();
    if (verb === 'check') return checkDadl(files, world);
    const [file = ''] = files;
    return addDadl({ file, name: values.name, url: values.url }, world);
  },
};
