import type { UnitDefinition } from '../config/load-unit.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';

/**
 * Refuses to promote or demote what the unit does not have. `names` is empty while its glue is broken or off:
 * then it may have any tool. What is promoted by a wrong name can always be demoted.
 */
export function expectToolOf(
  { name, expose }: Pick<UnitDefinition, 'name' | 'expose'>,
  tool: string,
  promoted: boolean,
  names: readonly string[],
): void {
  const isKnown = promoted
    ? names.length === 0 || names.includes(tool)
    : [...names, ...expose.tools].includes(tool);
  if (isKnown) return;
  const all = [...new Set([...names, ...(promoted ? [] : expose.tools)])];
  const listed = all.length === 0 ? '; it promotes none' : `; it has ${all.join(', ')}`;
  const hint = nearestHint(tool, all) || listed;
  throw new GatewayError('unknown-tool', `Unit "${name}" has no tool "${tool}"${hint}`, {
    data: { tool },
  });
}
