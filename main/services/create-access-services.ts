import type { Environment, Paths } from '../config/paths.ts';
import { openFgaSettings } from '../config/openfga-settings.ts';
import { callerClasses, defaultAccess } from '../config/schema/settings.ts';
import { editFile, editSetting } from '../config/edit-files.ts';
import { addOverride, removeOverride, type OverrideRule } from '../config/edit-overrides.ts';
import type {
  AccessServices,
  AccessView,
  OverrideRuleView,
  PolicyView,
} from '../contract/access-services.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import { nearestHint } from '../platform/nearest-names.ts';
import { policiesToday } from './policies-today.ts';
import type { GatewayParts } from './run-gateway.ts';
import { disablePolicy, enablePolicy, listShippedPolicies } from './shipped-policies.ts';

export interface AccessServicesWorld {
  readonly parts: Pick<GatewayParts, 'config' | 'gateway' | 'governance' | 'registry'>;
  readonly audit: Pick<AuditServices, 'policyCounts'>;
  readonly paths: Paths;
  readonly env: Environment;
  /** Folder of the policies that ship with the app. */
  readonly shippedPolicies: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The matrix, the policies and the grants, as they are in force. */
export function createAccessServices(world: AccessServicesWorld): AccessServices {
  const { parts, paths, shippedPolicies } = world;
  return {
    access: () => toAccessView(world),
    setAccess: async (callerClass, access, decision) => {
      await editSetting(paths.settingsFile, ['access', callerClass, access], decision);
      await parts.config.reload();
    },
    addOverride: async (rule) => {
      refuseUnknown(rule, parts);
      await editFile(paths.settingsFile, (text) => addOverride(text, inFile(rule)));
      await parts.config.reload();
    },
    removeOverride: async (index, rule) => {
      await editFile(paths.settingsFile, (text) => removeOverride(text, index, inFile(rule)));
      await parts.config.reload();
    },
    setPolicy: async (name, isOn) => {
      await (isOn
        ? enablePolicy(shippedPolicies, paths.policiesFolder, name)
        : disablePolicy(paths.policiesFolder, name));
      await parts.config.reload();
    },
  };
}

function inFile(rule: AccessView['overrides'][number]): OverrideRule {
  return {
    tool: rule.tool ?? undefined,
    unit: rule.unit ?? undefined,
    class: rule.callerClass ?? undefined,
    access: rule.access ?? undefined,
    decision: rule.decision,
  };
}

/** A name with a slip in it would forbid nothing, and nobody would notice. */
function refuseUnknown(
  { tool, unit, callerClass, access }: OverrideRuleView,
  { gateway, registry, config }: AccessServicesWorld['parts'],
): void {
  if ([tool, unit, callerClass, access].every((each) => each === null))
    throw new GatewayError(
      'invalid-arguments',
      'An exception needs a tool, a unit, a caller class or a class of tools to look at',
    );
  const tools = [...gateway.registry().byCanonicalName.keys()];
  if (tool !== null && !tools.includes(tool))
    throw new GatewayError(
      'invalid-arguments',
      `There is no tool "${tool}" now${nearestHint(tool, tools)}`,
    );
  const units = [
    ...registry.backends().map(({ name }) => name),
    ...config.current.units.map(({ name }) => name),
  ];
  if (unit !== null && !units.includes(unit))
    throw new GatewayError(
      'invalid-arguments',
      `There is no unit or backend "${unit}"${nearestHint(unit, units)}`,
    );
}

async function toAccessView(world: AccessServicesWorld): Promise<AccessView> {
  const { config, governance } = world.parts;
  const { settings, callerClasses: file } = config.current;
  const fga = openFgaSettings(world.env);
  return {
    classes: callerClasses.map((name) => ({
      name,
      clients: name === 'untrusted' ? [] : [...(file?.classes[name] ?? [])],
      // Without settings every call is denied (stages/authorize.ts); the defaults would be a lie.
      decisions: settings === undefined ? allDenied(name) : { ...settings.access[name] },
    })),
    overrides: (settings?.access.overrides ?? []).map((rule) => ({
      tool: rule.tool ?? null,
      unit: rule.unit ?? null,
      callerClass: rule.class ?? null,
      access: rule.access ?? null,
      decision: rule.decision,
    })),
    askSeconds: settings?.approvals.timeout_s ?? 60,
    policies: await policiesOf(world),
    openFga: {
      mode: fga.mode,
      address: 'apiUrl' in fga ? fga.apiUrl : '',
      problem: governance.grants?.problem() ?? null,
    },
  };
}

function allDenied(name: (typeof callerClasses)[number]): Record<string, 'deny'> {
  return Object.fromEntries(Object.keys(defaultAccess[name]).map((access) => [access, 'deny']));
}

async function policiesOf(world: AccessServicesWorld): Promise<PolicyView[]> {
  const { parts, shippedPolicies, audit, now } = world;
  // Without an audit the page still shows what is in force.
  const counted = await policiesToday(audit, now()).catch(() => undefined);
  const today = (name: string): PolicyView['today'] => counted?.(name) ?? null;
  const shipped = await listShippedPolicies(shippedPolicies);
  const on = parts.config.current.policies.map(({ name, source, broken }) => ({
    name,
    summary: firstComment(source),
    isOn: true,
    isShipped: shipped.some((policy) => `${policy.name}.js` === name),
    problem: broken ?? null,
    today: today(name),
  }));
  const off = shipped
    .filter(({ name }) => !on.some((policy) => policy.name === `${name}.js`))
    .map(({ name, summary }) => ({
      name: `${name}.js`,
      summary,
      isOn: false,
      isShipped: true,
      problem: null,
      today: today(`${name}.js`),
    }));
  return [...on, ...off];
}

function firstComment(source: string): string {
  const [first = ''] = source.split('\n');
  return first.startsWith('//') ? first.replace(/^\/\/\s*/, '').slice(0, 200) : '';
}
