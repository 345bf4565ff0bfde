import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { addDadl } from './dadl/add-dadl.ts';
import { checkDadl } from './dadl/check-dadl.ts';
import { parseArguments } from './parse-arguments.ts';

const usage = `Usage: toolmesh dadl check FILE…
       toolmesh dadl add FILE [--name NAME] [--url URL]

check  reads descriptions of REST APIs as strictly as a publisher would, and prints one line per problem as
       file:line:column: error: message. Exits with 1 when there is an error.
add    copies the file into ToolMesh's own folder, asks for the service's URL and for the keys it needs, and
       writes the backend. Without a terminal nothing is asked: give --url, and set the keys afterwards.`;

export const dadlCommand: Command = {
  usage,
  async run(args) {
    const options = { name: { type: 'string' }, url: { type: 'string' } } as const;
    const { values, words } = parseArguments(args, options, {
      least: 1,
      most: 10_000,
      first: 'a verb (check, add)',
    });
    const [verb = '', ...files] = words;
    const world = commandWorld();
    const [file] = files;
    if (file === undefined) throw new UsageError('FILE is missing');
    switch (verb) {
      case 'check':
        return checkDadl(files, world);
      case 'add':
        if (files.length > 1) throw new UsageError('add takes one file');
        return addDadl({ file, name: values.name, url: values.url }, world);
      default:
        throw new UsageError(`unknown verb "${verb}"${nearestHint(verb, ['check', 'add'])}`);
    }
  },
};
