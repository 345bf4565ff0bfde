// The app, in the order it starts: one instance, the gateway, then the tray and the window around it.
import path from 'node:path';
import { app, dialog, protocol, shell } from 'electron';
import { readDesktopSession } from './config/desktop-session.ts';
import { logLevelOf } from './config/log-level.ts';
import { resolvePaths } from './config/paths.ts';
import { readEnvironment } from './config/read-environment.ts';
import { toGatewayError } from './platform/gateway-error.ts';
import { keepRunning } from './platform/keep-running.ts';
import { createStderrLogger } from './platform/logger.ts';
import { ownAppImage } from './platform/own-app-image.ts';
import { shippedFiles } from './platform/shipped-files.ts';
import { commandWords, runCommandLine } from './shell/app-image-command.ts';
import { rememberedGraphics, turnGraphicsOff, type Graphics } from './shell/graphics.ts';
import { hiddenFlag } from './shell/login-item.ts';
import { registerPageScheme } from './shell/page-protocol.ts';
import { claimSingleInstance } from './shell/single-instance.ts';
import { startShell } from './shell/start-shell.ts';
import { startGateway } from './start-gateway.ts';

// Nothing here awaits at the top level: Electron becomes ready only after this file has run to its end.
const env = readEnvironment();
const shipped = shippedFiles(import.meta.dirname);
const appImage = ownAppImage(env, import.meta.dirname);
const args = app.isPackaged ? [] : [app.getAppPath()];
const words =
  appImage === undefined
    ? undefined
    : commandWords(process.argv.slice(1).filter((word) => !args.includes(word)));
if (words === undefined) startApp();
else app.exit(runCommandLine(shipped.sandboxHost.node, shipped.cli, words));

function startApp(): void {
  registerPageScheme(protocol);
  const graphics = rememberedGraphics(
    path.join(app.getPath('userData'), 'graphics.json'),
    app.getVersion(),
  );
  if (graphics.isOff) turnGraphicsOff(app);
  if (claimSingleInstance(app)) void start(graphics);
}

async function start(graphics: Graphics): Promise<void> {
  const logger = createStderrLogger(logLevelOf(env));
  keepRunning(logger);
  const session = readDesktopSession(env);
  const isHidden = process.argv.includes(hiddenFlag);
  try {
    const [gateway] = await Promise.all([
      startGateway({
        version: app.getVersion(),
        paths: resolvePaths(env),
        env,
        shipped,
        logger,
        openBrowser: (url) => shell.openExternal(url),
      }),
      app.whenReady(),
    ]);
    await startShell({
      services: gateway.services,
      close: () => gateway.close(),
      stopAsked: gateway.stopAsked,
      paths: {
        preload: shipped.preload,
        page: shipped.page,
        icons: shipped.icons,
        windowState: path.join(app.getPath('userData'), 'window.json'),
      },
      logger,
      graphics,
      isHidden,
      launch: {
        program: appImage ?? process.execPath,
        args,
      },
      desktop: session.desktop,
    });
  } catch (error) {
    const { message } = toGatewayError(error);
    logger.log('error', `ToolMesh did not start: ${message}`);
    await app.whenReady();
    // A client that starts the app out of sight reads the error there; nobody waits for a dialog.
    if (!isHidden) dialog.showErrorBox('ToolMesh did not start', message);
    app.exit(1);
  }
}
