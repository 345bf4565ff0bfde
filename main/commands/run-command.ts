import { escapeHidden } from '../contract/escape-hidden.ts';
import { formatFailure } from './format-failure.ts';
import { UsageError, type Command } from './command.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { wrapHelp } from './wrap-help.ts';

const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>
> = {
  stdio: {
    summary: 'serve one MCP client on stdin and stdout',
    load: async () => (await import('./stdio.ts')).stdioCommand,
  },
  serve: {
    summary: 'run the gateway without a window',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  stop: {
    summary: 'end the running gateway or tray app',
    load: async () => (await import('./stop.ts')).stopCommand,
  },
  tools: {
    summary: 'print the tools a client sees',
    load: async () => (await import('./tools.ts')).toolsCommand,
  },
  call: {
    summary: 'call a tool and print its result',
    load: async () => (await import('./call.ts')).callCommand,
  },
  check: {
    summary: 'check the configuration and the units',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  units: {
    summary: 'list, add, enable and disable units',
    load: async () => (await import('./units.ts')).unitsCommand,
  },
  audit: {
    summary: 'search and export the record of calls',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  clients: {
    summary: 'install into MCP clients of this machine',
    load: async () => (await import('./clients.ts')).clientsCommand,
  },
  netdata: {
    summary: 'try and add a Netdata agent or parent',
    load: async () => (await import('./netdata.ts')).netdataCommand,
  },
  backends: {
    summary: 'list, try, add and remove backends; approve what they changed',
    load: async () => (await import('./backends.ts')).backendsCommand,
  },
  dadl: {
    summary: 'check and add descriptions of REST APIs',
    load: async () => (await import('./dadl.ts')).dadlCommand,
  },
  secrets: {
    summary: 'list, set and remove keys of backends',
    load: async () => (await import('./secrets.ts')).secretsCommand,
  },
  approvals: {
    summary: 'show and decide calls that wait for a yes',
    load: async () => (await import('./approvals.ts')).approvalsCommand,
  },
  access: {
    summary: 'show and set who may call what',
    load: async () => (await import('./access.ts')).accessCommand,
  },
  settings: {
    summary: 'show and change settings',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  pause: {
    summary: 'answer every call with "paused"',
    load: async () => (await import('./pause.ts')).pauseCommand,
  },
  resume: {
    summary: 'answer calls again',
    load: async () => (await import('./pause.ts')).resumeCommand,
  },
  policies: {
    summary: 'list, enable and disable policies',
    load: async () => (await import('./policies.ts')).policiesCommand,
  },
  tokens: {
    summary: 'list, create and revoke tokens of HTTP clients',
    load: async () => (await import('./tokens.ts')).tokensCommand,
  },
  authz: {
    summary: 'set up OpenFGA and grant tools to users',
    load: async () => (await import('./authz.ts')).authzCommand,
  },
};

/** Runs what the arguments name and returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-V' || name === 'version') {
    const { commandWorld } = await import('./command-world.ts');
    process.stdout.write(`${commandWorld().version}\n`);
    return 0;
  }
  if (name === 'help' && args[0] !== undefined) return runCommand([args[0], '--help']);
  if (name === undefined) {
    printComplaint(overview());
    return 2;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    printHelp(overview());
    return 0;
  }
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (known === undefined) {
    const hint = nearestHint(name, Object.keys(commands));
    printComplaint(`toolmesh: unknown command "${name}"${hint}\n\n${overview()}`);
    return 2;
  }
  const command = await known.load();
  const own = command.ownArguments?.(args) ?? args;
  if (own.includes('--help') || own.includes('-h')) {
    printHelp(command.usage);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      printComplaint(`toolmesh ${name}: ${error.message}\n\n${command.usage}`);
      return 2;
    }
    process.stderr.write(`${escapeHidden(`toolmesh ${name}: ${formatFailure(error)}`)}\n`);
    return 1;
  }
}

function printHelp(text: string): void {
  process.stdout.write(`${wrapHelp(text, columnsOf(process.stdout))}\n`);
}

function printComplaint(text: string): void {
  process.stderr.write(`${wrapHelp(text, columnsOf(process.stderr))}\n`);
}

function columnsOf(stream: NodeJS.WriteStream): number | undefined {
  // Some terminals do not know and say 0.
  return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
}

function overview(): string {
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(11)}${summary}`,
  );
  return [
    'toolmesh: a few curated, governed tools over your private services, for AI clients',
    '',
    'Usage: toolmesh <command> [options]',
    '',
    ...lines,
    '',
    'toolmesh <command> --help tells more; toolmesh --version prints the version.',
  ].join('\n');
}
