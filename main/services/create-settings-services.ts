import { problemsOf } from '../config/ask-config.ts';
import { editSetting } from '../config/edit-files.ts';
import type { KeyPath } from '../config/edit-value.ts';
import type { Paths } from '../config/paths.ts';
import type {
  SettingChange,
  SettingsServices,
  SettingsView,
} from '../contract/settings-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { GatewayParts } from './run-gateway.ts';

export interface SettingsServicesWorld {
  readonly parts: Pick<GatewayParts, 'config' | 'gateway'>;
  readonly paths: Paths;
  readonly httpUrl: () => string | undefined;
}

/** Reads what is in force, and edits settings.yaml. */
export function createSettingsServices(world: SettingsServicesWorld): SettingsServices {
  const { parts, paths } = world;
  return {
    settings: () => toSettingsView(world),
    changeSetting: async (change) => {
      await editSetting(paths.settingsFile, placeOf(change), change.value);
      await parts.config.reload();
      const problem = settingsProblem(world);
      if (problem !== null) throw new GatewayError('config-invalid', problem);
    },
    onSettingsChange: (listener) => parts.config.onChange(listener),
  };
}

/** Where a setting stands in settings.yaml. */
export function placeOf(change: SettingChange): KeyPath {
  switch (change.key) {
    case 'theme':
    case 'language':
      return ['window', change.key];
    case 'logLevel':
      return ['log', 'level'];
    case 'strategy':
      return change.client === undefined
        ? ['exposition', 'default', 'strategy']
        : ['exposition', 'clients', change.client, 'strategy'];
    case 'quarantine':
      return ['quarantine'];
    case 'httpEnabled':
      return ['http', 'enabled'];
    case 'httpPort':
      return ['http', 'port'];
    case 'retentionDays':
      return ['audit', 'retention_days'];
    case 'maxMb':
      return ['audit', 'max_mb'];
  }
}

function toSettingsView(world: SettingsServicesWorld): SettingsView {
  const { parts, paths } = world;
  const { settings } = parts.config.current;
  const own = settings?.exposition.clients ?? {};
  const connected = parts.gateway.sessions().map(({ caller }) => caller.client);
  const names = [...new Set([...Object.keys(own), ...connected])].sort();
  return {
    theme: settings?.window.theme ?? 'system',
    language: settings?.window.language ?? 'system',
    logLevel: settings?.log.level ?? 'info',
    editor: settings?.window.editor ?? [],
    strategy: settings?.exposition.default.strategy ?? 'code',
    clients: names.map((client) => ({ client, strategy: own[client]?.strategy ?? null })),
    quarantine: settings?.quarantine ?? 'hold',
    http: {
      enabled: settings?.http.enabled ?? false,
      host: settings?.http.host ?? '127.0.0.1',
      port: settings?.http.port ?? 0,
      url: world.httpUrl() ?? null,
    },
    retentionDays: settings?.audit.retention_days ?? 90,
    maxMb: settings?.audit.max_mb ?? 500,
    configFolder: paths.home,
    dataFolder: paths.dataFolder,
    problem: settingsProblem(world),
  };
}

function settingsProblem({ parts, paths }: SettingsServicesWorld): string | null {
  const [found] = problemsOf(parts.config.current, paths.settingsFile);
  if (found === undefined) return null;
  const place = found.line === undefined ? '' : `, line ${found.line}`;
  return `settings.yaml${place}: ${found.message}`;
}
