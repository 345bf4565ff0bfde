import type { Environment, Paths } from '../config/paths.ts';
import { openFgaSettings } from '../config/openfga-settings.ts';
import { callerClasses, defaultAccess } from '../config/schema/settings.ts';
import { editSetting } from '../config/edit-files.ts';
import type { AccessServices, AccessView, PolicyView } from '../contract/access-services.ts';
import type { GatewayParts } from './run-gateway.ts';
import { disablePolicy, enablePolicy, listShippedPolicies } from './shipped-policies.ts';

export interface AccessServicesWorld {
  readonly parts: Pick<GatewayParts, 'config' | 'governance'>;
  readonly paths: Paths;
  readonly env: Environment;
  /** Folder of the policies that ship with the app. */
  readonly shippedPolicies: string;
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
    setPolicy: async (name, isOn) => {
      await (isOn
        ? enablePolicy(shippedPolicies, paths.policiesFolder, name)
        : disablePolicy(paths.policiesFolder, name));
      await parts.config.reload();
    },
  };
}

async function toAccessView(world: AccessServicesWorld): Promise<AccessView> {
  const { config, governance } = world.parts;
  const { settings, callerClasses: file } = config.current;
  const fga = openFgaSettings(world.env);
  return {
    classes: callerClasses.map((name) => ({
      name,
      clients: name === 'untrusted' ? [] : [...(file?.classes[name] ?? [])],
      decisions: { ...(settings?.access[name] ?? defaultAccess[name]) },
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

async function policiesOf({ parts, shippedPolicies }: AccessServicesWorld): Promise<PolicyView[]> {
  const shipped = await listShippedPolicies(shippedPolicies);
  const on = parts.config.current.policies.map(({ name, source, broken }) => ({
    name,
    summary: firstComment(source),
    isOn: true,
    isShipped: shipped.some((policy) => `${policy.name}.js` === name),
    problem: broken ?? null,
  }));
  const off = shipped
    .filter(({ name }) => !on.some((policy) => policy.name === `${name}.js`))
    .map(({ name, summary }) => ({
      name: `${name}.js`,
      summary,
      isOn: false,
      isShipped: true,
      problem: null,
    }));
  return [...on, ...off];
}

function firstComment(source: string): string {
  const [first = ''] = source.split('\n');
  return first.startsWith('//') ? first.replace(/^\/\/\s*/, '').slice(0, 200) : '';
}
