import type { Environment, Paths } from '../config/paths.ts';
import type { AppServices } from '../contract/app-services.ts';
import type { OwnServices } from '../contract/window-services.ts';
import type { AuditLog } from '../gateway/audit/audit-log.ts';
import type { ShippedFiles } from '../platform/shipped-files.ts';
import { createAccessServices } from './create-access-services.ts';
import { createBackendServices } from './create-backend-services.ts';
import { createCredentialServices } from './create-credential-services.ts';
import { createSavingsServices } from './create-savings-services.ts';
import { createSettingsServices } from './create-settings-services.ts';
import { createToolServices } from './create-tool-services.ts';
import { exportAudit } from './export-audit.ts';
import type { GatewayParts } from './run-gateway.ts';

export interface WindowServicesWorld {
  readonly version: string;
  readonly user: string;
  readonly paths: Paths;
  readonly env: Environment;
  readonly shipped: ShippedFiles;
  readonly audit: AuditLog;
  readonly parts: GatewayParts;
  readonly httpUrl: () => string | undefined;
  readonly units: AppServices['units'];
}

export function createWindowServices(world: WindowServicesWorld): OwnServices {
  const { parts, paths, env, shipped, audit, version, user, units, httpUrl } = world;
  return {
    ...createToolServices({
      parts,
      countTokens: (text) => audit.countTokens(text),
      user,
      version,
      units,
    }),
    exportAudit: (file, format, filter) =>
      exportAudit({ queryAudit: (query) => audit.query(query) }, file, format, filter),
    ...createSettingsServices({ parts, paths, httpUrl }),
    ...createCredentialServices(parts, paths.backendsFile),
    ...createBackendServices({
      parts,
      backendWorld: parts.backendWorld,
      paths,
      shippedUnits: shipped.units,
    }),
    ...createAccessServices({
      ...{ parts, audit, paths, env },
      shippedPolicies: shipped.policies,
      now: Date.now,
    }),
    ...createSavingsServices({
      audit,
      parts,
      offsetMinutes: (ts) => -new Date(ts).getTimezoneOffset(),
      now: Date.now,
    }),
  };
}
