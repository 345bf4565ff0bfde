import type { WindowServices } from '../contract/window-services.ts';
import { GatewayError } from '../platform/gateway-error.ts';
import type { Desktop } from './desktop.ts';
import type { Handle } from './handle.ts';

export function registerUnitHandlers(
  handle: Handle,
  services: WindowServices,
  desktop: Desktop,
): void {
  handle('units:list', () => [...services.units()]);
  handle('units:examples', async () => [...(await services.examples())]);
  handle('units:add', async ({ example }) => {
    await services.addExample(example);
    return [...services.units()];
  });
  handle('units:enable', async ({ unit, enabled }) => {
    await services.setUnitEnabled(unit, enabled);
    return [...services.units()];
  });
  handle('units:promote', async ({ unit, tool, promoted }) => {
    await services.setPromoted(unit, tool, promoted);
    return [...services.units()];
  });
  handle('units:open', async ({ unit }) => {
    const folder = services.unitFolder(unit);
    if (folder === undefined) {
      throw new GatewayError('config-invalid', `Unit "${unit}" has no folder; reload the list`);
    }
    await desktop.openPath(folder);
    return null;
  });
  handle('units:browse', async () => {
    await desktop.openPath(services.gateway().unitsFolder);
    return null;
  });
  handle('units:about', ({ unit }) => services.unitAbout(unit));
  handle('units:reload', async () => {
    await services.reloadUnits();
    return [...services.units()];
  });
  handle('units:source', async ({ unit, problem }) => {
    return (await services.problemSource(unit, problem)) ?? null;
  });
  handle('units:openFile', async ({ unit, problem, glue, line }) => {
    const place = problem !== undefined ? { problem } : glue !== undefined ? { glue } : undefined;
    await desktop.openFile(
      services.unitFile(unit, place),
      problem === undefined ? line : lineOf(services, unit, problem),
    );
    return null;
  });
}

function lineOf(services: WindowServices, unit: string, problem: number): number | undefined {
  return services.units().find(({ name }) => name === unit)?.problems[problem]?.line;
}
