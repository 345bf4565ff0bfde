import type { EffectiveConfig } from '../config/config-store.ts';
import { formatProblem } from '../config/problem.ts';
import type { UnitDefinition } from '../config/load-unit.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';

type Units = Pick<EffectiveConfig, 'units' | 'brokenUnits'>;

/** The user's unit of this name; one that cannot be read is told from one that is not there. */
export function unitByName(config: Units, unitsFolder: string, name: string): UnitDefinition {
  expectUnit(config, unitsFolder, name);
  const unit = config.units.find((known) => known.name === name);
  if (unit !== undefined) return unit;
  const [first] = config.brokenUnits.find((known) => known.name === name)?.problems ?? [];
  const why = first === undefined ? '' : ` (${formatProblem(first)})`;
  throw new GatewayError(
    'config-invalid',
    `Unit "${name}" has errors; correct them first, "toolmesh check" names them${why}`,
  );
}

/** A unit with errors counts: it is switched off and on like any other. */
export function expectUnit(config: Units, unitsFolder: string, name: string): void {
  const names = [...config.units, ...config.brokenUnits].map((known) => known.name);
  if (names.includes(name)) return;
  const hint = nearestHint(name, names);
  throw new GatewayError('config-invalid', `There is no unit "${name}" in ${unitsFolder}${hint}`);
}
