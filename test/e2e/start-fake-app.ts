import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { build } from 'vite';
import type { FakeWindowState } from '../fakes/fake-window-services.ts';
import { definedEnvironment, electronPath } from './desktop.ts';

const root = path.join(import.meta.dirname, '../..');

export const screenshots = path.join(root, 'test-results', 'window');

export interface StartedFakeApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly home: string;
}

export interface FakeAppOptions {
  readonly state?: Partial<FakeWindowState>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Language of the system; default: en-US. */
  readonly locale?: string;
  /** Settings and window position of an earlier start. */
  readonly home?: string;
}

/** Bundles the app once for a test file. Returns its folder. */
export async function buildFakeApp(): Promise<string> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolmesh-fake-app-')));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'fake-app.ts'),
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        external: [/^electron($|\/)/],
        output: { format: 'es', entryFileNames: 'fake-app.mjs' },
      },
    },
  });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'toolmesh-fake', type: 'module', main: 'fake-app.mjs' }),
  );
  return folder;
}

export async function startFakeApp(
  folder: string,
  options: FakeAppOptions = {},
): Promise<StartedFakeApp> {
  const { app, home } = await launchFakeApp(folder, options);
  const page = await app.firstWindow();
  return { app, page, home };
}

export async function launchFakeApp(
  folder: string,
  {
    state,
    args = [],
    env = {},
    locale = 'en-US',
    home = mkdtempSync(path.join(tmpdir(), 'toolmesh-app-home-')),
  }: FakeAppOptions,
): Promise<{ app: ElectronApplication; home: string }> {
  const stateFile = path.join(home, 'state.json');
  writeFileSync(stateFile, state === undefined ? '{}' : JSON.stringify(state));
  mkdirSync(path.join(home, 'run'), { recursive: true, mode: 0o700 });
  const app = await _electron.launch({
    executablePath: electronPath(),
    // Playwright would fix the page to the light theme.
    colorScheme: null,
    args: [
      folder,
      `--fake-out=${path.join(root, 'out')}`,
      `--fake-state=${stateFile}`,
      `--lang=${locale}`,
      // As in start-app.ts: there is no GPU, and a page that waits for one may never arrive.
      '--disable-gpu',
      // Root has no sandbox to enter; the page's own sandbox flag is tested below it.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...args,
    ],
    env: {
      ...definedEnvironment(),
      LANGUAGE: locale.replace('-', '_'),
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_RUNTIME_DIR: path.join(home, 'run'),
      ...env,
    },
  });
  return { app, home };
}
