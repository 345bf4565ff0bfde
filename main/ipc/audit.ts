import type { AppServices } from '../contract/app-services.ts';
import type { Handle } from './handle.ts';

export function registerAuditHandlers(handle: Handle, services: AppServices): void {
  handle('audit:recent', async ({ limit }) => [...(await services.recentAudit(limit))]);
}
