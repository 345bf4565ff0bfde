import type { ToolServices } from '../contract/tool-services.ts';
import type { Handle } from './handle.ts';

export function registerToolHandlers(handle: Handle, services: ToolServices): void {
  handle('tools:detail', ({ unit, tool }) => services.toolDetail(unit, tool));
  handle('tools:run', (request) => services.tryTool(request));
  handle('tools:cancel', ({ run }) => {
    services.cancelTry(run);
    return null;
  });
  handle('tools:startOver', ({ unit }) => {
    services.startOver(unit);
    return null;
  });
}
