import { formatProblem, type Problem } from '../config/problem.ts';
import { RestBackend } from '../backends/rest/rest-backend.ts';
import { probeRest } from '../services/dadl-problems.ts';
import { currentProblems } from '../services/create-app-services.ts';
import type { GatewayParts } from '../services/run-gateway.ts';
import type { Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { withParts } from './with-parts.ts';

const usage = `Usage: toolmesh check [--offline]

Checks the configuration and every unit, and tries each backend once. Prints one line per problem as
file:line:column: error: message, and exits with 1 when there is an error. A backend that does not answer
is a warning. --offline leaves the backends alone.`;

export const checkCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, { offline: { type: 'boolean', default: false } });
    const world = commandWorld();
    return withParts(world, async (parts) => {
      await parts.registry.unitsLoaded();
      const backends = values.offline ? [] : await backendProblems(parts);
      const problems = [...currentProblems(parts), ...backends];
      for (const problem of problems) await print(parts.scrubber.text(formatProblem(problem)));
      const errors = problems.filter((problem) => problem.severity === 'error').length;
      await print(summary(world, parts, errors, problems.length - errors));
      return errors > 0 ? 1 : 0;
    });
  },
};

async function backendProblems({ registry }: GatewayParts): Promise<readonly Problem[]> {
  await registry.allAttempts();
  await probeRest(registry);
  const units = registry
    .slots()
    .flatMap((slot) =>
      slot.unit.subBackends.map((backend) => ({ subject: `unit ${slot.unit.name}`, backend })),
    );
  const passthrough = registry.backends().filter((backend) => backend.kind === 'passthrough');
  return [
    ...units,
    ...passthrough.map((backend) => ({ subject: 'backends.yaml', backend })),
  ].flatMap(({ subject, backend }) => {
    const state = backend.state();
    // A file that is not usable has its own line already.
    if (backend instanceof RestBackend && !backend.isUsable) return [];
    return state.kind === 'down'
      ? [{ subject, message: state.reason, severity: 'warning' as const }]
      : [];
  });
}

function summary(
  { paths }: CommandWorld,
  { registry, config }: GatewayParts,
  errors: number,
  warnings: number,
): string {
  const units = registry.slots().length;
  const others = registry.backends().length - units;
  const counts = [
    plural(units, 'unit'),
    plural(others, 'backend'),
    plural(errors, 'error'),
    plural(warnings, 'warning'),
  ];
  const none =
    units === 0 && config.current.brokenUnits.length === 0
      ? `; units go to ${paths.unitsFolder}`
      : '';
  return `${counts.join(', ')}${none}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
