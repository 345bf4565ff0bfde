import { disabledUnits } from '../config/ask-config.ts';
import { formatProblem, type Problem } from '../config/problem.ts';
import { RestBackend } from '../backends/rest/rest-backend.ts';
import { escapeHidden } from '../contract/escape-hidden.ts';
import { probeRest } from '../services/dadl-problems.ts';
import { currentProblems } from '../services/create-app-services.ts';
import type { GatewayParts } from '../services/run-gateway.ts';
import type { Command } from './command.ts';
import { commandWorld, type CommandWorld } from './command-world.ts';
import { jsonOption, printJson } from './list-json.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { withParts } from './with-parts.ts';
import { countOf } from '../platform/count-of.ts';

const usage = `Usage: toolmesh check [--offline] [--json]

Checks the configuration and every unit, and tries each backend once. Prints one line per problem as
file:line:column: error: message, and exits with 1 when there is an error. A backend that does not answer
is a warning. --offline leaves the backends alone.
--json prints { units, backends, errors, warnings, problems }: four numbers, and each problem with subject,
file, line, column, message and severity, as far as they are known.`;

export const checkCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, {
      ...jsonOption,
      offline: { type: 'boolean', default: false },
    });
    const world = commandWorld();
    return withParts(world, async (parts) => {
      await parts.registry.unitsLoaded();
      const backends = values.offline ? [] : await backendProblems(parts);
      const problems = [...currentProblems(parts), ...backends];
      const errors = problems.filter((problem) => problem.severity === 'error').length;
      const counts = countsOf(parts, errors, problems.length - errors);
      if (values.json) {
        await printJson({ ...counts, problems: parts.scrubber.value(problems) });
      } else {
        for (const problem of problems)
          await print(escapeHidden(parts.scrubber.text(formatProblem(problem))));
        await print(summary(world, parts, counts));
      }
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

interface Counts {
  readonly units: number;
  /** Without the units. */
  readonly backends: number;
  readonly errors: number;
  readonly warnings: number;
}

function countsOf({ registry }: GatewayParts, errors: number, warnings: number): Counts {
  const units = registry.slots().length;
  return { units, backends: registry.backends().length - units, errors, warnings };
}

function summary({ paths }: CommandWorld, { config }: GatewayParts, found: Counts): string {
  const { units, backends, errors, warnings } = found;
  const counts = [
    countOf(units, 'unit'),
    countOf(backends, 'backend'),
    countOf(errors, 'error'),
    countOf(warnings, 'warning'),
  ];
  const all = config.current.units.map(({ name }) => name);
  const off = disabledUnits(config.current).filter((name) => all.includes(name));
  // One that is off is not tried, and its folder is there all the same.
  if (off.length > 0) return `${counts.join(', ')}; switched off: ${off.join(', ')}`;
  const none =
    units === 0 && config.current.brokenUnits.length === 0
      ? `; units go to ${paths.unitsFolder}`
      : '';
  return `${counts.join(', ')}${none}`;
}
