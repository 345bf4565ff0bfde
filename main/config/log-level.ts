import { logLevels, type LogLevel } from '../platform/logger.ts';
import type { Environment } from './paths.ts';

/** What TOOLMESH_LOG says; it wins over settings.yaml. Undefined when it says nothing we know. */
export function logLevelOf(env: Environment): LogLevel | undefined {
  return logLevels.find((level) => level === env['TOOLMESH_LOG']);
}
