import { z } from 'zod';
import { toolChangeView, type ToolChangeView } from '../contract/quarantine-services.ts';
import { escapeHidden, escapeLine } from '../contract/escape-hidden.ts';
import type { Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { editBackends } from './backends/edit-backends.ts';
import { ControlConnection } from './control-connection.ts';
import { parseVerb } from './parse-verb.ts';
import { print } from './print.ts';
import { jsonOption, printJson } from './list-json.ts';

const usage = `Usage: toolmesh backends [list]                       every backend and how it does
       toolmesh backends test NAME URL                connect once and print what it offers
       toolmesh backends add NAME URL                 into backends.yaml; --stdio NAME COMMAND [ARG ...]
       toolmesh backends remove NAME                  comments and other entries stay
       toolmesh backends changes                      what backends changed in their tools
       toolmesh backends approve BACKEND [TOOL ...]   take the change as it is; all of them without TOOL
       toolmesh backends login BACKEND                log in where a backend asks for it, in the browser
       toolmesh backends hold BACKEND [TOOL ...]      keep it from clients until it is approved

Options: --key CREDENTIAL   name of the key it wants; "toolmesh secrets set" stores it
         --stdio            NAME is followed by a command instead of a URL; all behind it is its own,
                            options too: --stdio files npx -y some-server
         --json             answer as JSON

The last four ask the running gateway. settings.yaml says under quarantine whether changes are held back by themselves.`;

const entry = ['stdio', 'key'];
const verbs = {
  list: { options: ['json'] },
  test: { needs: ['NAME'], more: Infinity, options: [...entry, 'json'] },
  add: { needs: ['NAME'], more: Infinity, options: entry },
  remove: { needs: ['NAME'] },
  changes: { options: ['json'] },
  approve: { needs: ['BACKEND'], more: Infinity },
  hold: { needs: ['BACKEND'], more: Infinity },
  login: { needs: ['BACKEND'] },
} as const;

export const backendsCommand: Command = {
  usage,
  ownArguments(args) {
    const closed = closeCommand(args);
    const end = closed.indexOf('--');
    return end === -1 ? closed : closed.slice(0, end);
  },
  async run(args) {
    const options = {
      ...jsonOption,
      stdio: { type: 'boolean', default: false },
      key: { type: 'string' },
    } as const;
    const { verb, words, values } = parseVerb(closeCommand(args), options, verbs, 'list');
    const [backend = '', ...tools] = words;
    if (verb === 'list' || verb === 'test' || verb === 'add' || verb === 'remove')
      return editBackends(verb, words, values);
    const control = await ControlConnection.expect(
      commandWorld().paths.socket,
      'to ask what backends say',
    );
    try {
      if (verb === 'changes') {
        const changes = await control.ask('backends.changes', null, z.array(toolChangeView));
        await (values.json ? printJson(changes) : print(readable(changes)));
        return 0;
      }
      if (verb === 'login') {
        await control.ask('backends.login', backend, z.null());
        await print(`${backend} is logged in`);
        return 0;
      }
      const selection = { backend, ...(tools.length > 0 && { tools }) };
      const names = await control.ask(`backends.${verb}`, selection, z.array(z.string()));
      const done = verb === 'approve' ? 'approved' : 'held back';
      await print(names.length === 0 ? 'Nothing has changed' : `${names.join(', ')}: ${done}`);
      return 0;
    } finally {
      await control.close();
    }
  },
};

/**
 * Ends our options before the COMMAND of --stdio: a server's command is pasted from its README, and most have
 * options of their own (`npx -y`).
 */
function closeCommand(args: readonly string[]): readonly string[] {
  if (!args.includes('--stdio') || args.includes('--')) return args;
  let words = 0;
  const command = args.findIndex((arg, index) => {
    const isWord = !arg.startsWith('-') && args[index - 1] !== '--key';
    if (isWord) words += 1;
    return isWord && words === 3;
  });
  // Behind the command --stdio is an option of the command.
  if (command === -1 || args.indexOf('--stdio') > command) return args;
  return [...args.slice(0, command), '--', ...args.slice(command)];
}

function readable(changes: readonly ToolChangeView[]): string {
  if (changes.length === 0) return 'Nothing has changed since it was approved';
  return changes
    .map(({ backend, tool, kind, held, before, after }) => {
      const head = `${backend} ${escapeLine(tool)}: ${kind}${held ? ', held back' : ''}`;
      const parts = (['title', 'description', 'inputSchema'] as const)
        .filter((part) => before?.[part] !== after[part] && after[part] !== '')
        .flatMap((part) => [
          ...(before === null ? [] : [block('-', before[part])]),
          block('+', after[part]),
        ]);
      return [head, ...parts].join('\n');
    })
    .join('\n\n');
}

// The text is a backend's and may hold what moves a terminal's cursor.
function block(mark: string, text: string): string {
  return escapeHidden(text)
    .split('\n')
    .map((line) => `  ${mark} ${line}`)
    .join('\n');
}
