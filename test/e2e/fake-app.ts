// The real shell around a gateway that only remembers: windows and trays to look at, with known numbers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, protocol } from 'electron';
import { createStderrLogger } from '../../main/platform/logger.ts';
import { rememberedGraphics, turnGraphicsOff } from '../../main/shell/graphics.ts';
import { hiddenFlag } from '../../main/shell/login-item.ts';
import { registerPageScheme } from '../../main/shell/page-protocol.ts';
import { claimSingleInstance } from '../../main/shell/single-instance.ts';
import { startShell } from '../../main/shell/start-shell.ts';
import { FakeWindowServices, type FakeWindowState } from '../fakes/fake-window-services.ts';

declare global {
  var services: FakeWindowServices;
}

registerPageScheme(protocol);
const graphics = rememberedGraphics(
  path.join(app.getPath('userData'), 'graphics.json'),
  app.getVersion(),
);
if (graphics.isOff) turnGraphicsOff(app);
if (claimSingleInstance(app)) void start();

async function start(): Promise<void> {
  const option = (name: string): string =>
    process.argv.find((arg) => arg.startsWith(`--fake-${name}=`))?.replace(/^[^=]*=/, '') ?? '';
  const [out, state] = [option('out'), option('state')];
  const page = option('page');
  const services = new FakeWindowServices(
    state === '' ? {} : (JSON.parse(readFileSync(state, 'utf8')) as Partial<FakeWindowState>),
  );
  globalThis.services = services;
  await app.whenReady();
  await startShell({
    services,
    close: () => Promise.resolve(),
    stopAsked: new Promise(() => undefined),
    paths: {
      preload: path.join(out, 'preload.cjs'),
      page: page === '' ? path.join(out, 'renderer') : page,
      icons: path.join(out, 'icons'),
      windowState: path.join(app.getPath('userData'), 'window.json'),
    },
    logger: createStderrLogger('warn'),
    graphics,
    isHidden: process.argv.includes(hiddenFlag),
    launch: { program: process.execPath, args: [app.getAppPath()] },
    desktop: '',
  });
}
