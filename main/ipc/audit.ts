import type { WindowServices } from '../contract/window-services.ts';
import type { Desktop } from './desktop.ts';
import type { Handle } from './handle.ts';

export function registerAuditHandlers(
  handle: Handle,
  services: WindowServices,
  desktop: Desktop,
): void {
  handle('audit:recent', async ({ limit }) => [...(await services.recentAudit(limit))]);
  handle('audit:running', () => [...services.runningCalls()]);
  handle('audit:query', (query) => services.queryAudit(query));
  handle('audit:size', () => services.auditSize());
  handle('audit:export', async ({ format, filter }) => {
    const day = new Date().toISOString().slice(0, 10);
    const file = await desktop.pickSaveFile(`toolmesh-audit-${day}.${format}`);
    if (file === undefined) return null;
    return { records: await services.exportAudit(file, format, filter) };
  });
}
