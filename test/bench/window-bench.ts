// What a person waits for, in the real app on a display and a bus of its own: from the start to the icon in
// the tray, from a click on it to the page, what the app costs while nothing happens, and the page's size.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright-core';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { startReplay } from '../fakes/replay-netdata.mjs';
import { StatusNotifierHost } from '../fakes/status-notifier-host.ts';
import { setup } from '../setup/desktop.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const starts = Number(process.argv[2] ?? 7);
const clicks = 10;
// In the page: two frames later, the first of them is drawn.
const drawn =
  'new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r(Date.now()))))';
// The hosts of the sandbox make themselves ready after the start.
const settleMs = 40_000;
const idleMs = 60_000;
const emptyApp = fileURLToPath(new URL('empty-app.cjs', import.meta.url));

const teardown = await setup();
const missing = process.env['TOOLMESH_TEST_NO_DESKTOP'];
if (missing !== undefined) throw new Error(missing);
process.env['DBUS_SESSION_BUS_ADDRESS'] = process.env['TOOLMESH_TEST_BUS'];
const electron = process.env['TOOLMESH_TEST_ELECTRON'] ?? '';
const host = await StatusNotifierHost.start();
const agent = await startReplay();
const home = ownHome();
home.addNetdata(agent.url);
const environment = environmentOf(home);
const args = [root, '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

report('what', 'measured', 'target');
try {
  const runs: { ms: number; cpu: number }[] = [];
  for (let round = 0; round < starts; round += 1) runs.push(await startToTray());
  const [first, ...others] = runs;
  report('start to tray, first', seconds(first?.ms ?? 0), '');
  report('start to tray, median', seconds(median(others.map(({ ms }) => ms))), '2.5 s');
  // What it would take alone on the machine, were all of it on one core.
  report('start to tray, CPU time', seconds(median(others.map(({ cpu }) => cpu))), '');
  await clickToContent();
  // First, so that a click on the tray reaches ours.
  const empty = await startOther();
  const app = await startHidden();
  await sleep(settleMs);
  await reportIdle('idle in the tray', app, empty);
  await host.activate();
  empty.kill('SIGUSR2');
  await sleep(settleMs);
  await reportIdle('idle with its window', app, empty);
  await end(app);
  await end(empty);
  report('page, script', kilobytes('.js'), '400 KB');
  report('page, styles', kilobytes('.css'), '');
} finally {
  await host.stop();
  await agent.close();
  home.remove();
  await teardown();
}

async function startToTray(): Promise<{ ms: number; cpu: number }> {
  const started = performance.now();
  const app = spawn(electron, [...args, '--hidden'], { env: environment, stdio: 'ignore' });
  await host.registered();
  const [ms, cpu] = [performance.now() - started, cpuMs(app)];
  // The page loads behind it; a start that is cut off there would leave a half-written cache.
  await sleep(2000);
  await end(app);
  return { ms, cpu };
}

async function startHidden(): Promise<ChildProcess> {
  const app = spawn(electron, [...args, '--hidden'], { env: environment, stdio: 'ignore' });
  await host.registered();
  return app;
}

/** What Electron itself costs at the same time: an app that has an icon, a window and nothing to do. */
async function startOther(): Promise<ChildProcess> {
  const icon = path.join(root, 'out', 'icons', 'tray-ok-on-dark-22.png');
  const flags = args.filter((word) => word.startsWith('--'));
  const app = spawn(electron, [emptyApp, icon, ...flags], {
    env: { ...environment, XDG_CONFIG_HOME: path.join(home.folder, 'empty') },
    stdio: 'ignore',
  });
  await host.registered();
  return app;
}

/** From the click on the icon to the frame that shows the page. */
async function clickToContent(): Promise<void> {
  const app = await _electron.launch({
    executablePath: electron,
    colorScheme: null,
    args: [...args, '--hidden'],
    env: environment,
  });
  await host.registered();
  const page = await app.firstWindow();
  await page.waitForSelector('.main h1');
  const hide = () =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.hide();
    });
  const times: number[] = [];
  for (let round = 0; round < clicks; round += 1) {
    await hide();
    await sleep(1000);
    const shown = app.evaluate(
      ({ BrowserWindow }, script) =>
        new Promise<number>((resolve, reject) => {
          const [window] = BrowserWindow.getAllWindows();
          window?.once('show', () => {
            (window.webContents.executeJavaScript(script) as Promise<number>).then(resolve, reject);
          });
        }),
      drawn,
    );
    // The question is in the app before the click is.
    await sleep(500);
    const clicked = Date.now();
    await host.activate();
    times.push((await shown) - clicked);
  }
  await app.close();
  report('click to content, median', seconds(median(times)), '1.0 s');
  report('click to content, slowest', seconds(Math.max(...times)), '1.0 s');
}

/** Of one core, over the same minute; ours with the gateway's and the sandbox's processes. */
async function reportIdle(what: string, ours: ChildProcess, empty: ChildProcess): Promise<void> {
  const before = [cpuMs(ours), cpuMs(empty)] as const;
  await sleep(idleMs);
  const percent = (ms: number): string => `${((ms / idleMs) * 100).toFixed(2)} %`;
  report(what, percent(cpuMs(ours) - before[0]), '1 %');
  report('  an empty app meanwhile', percent(cpuMs(empty) - before[1]), '');
}

function cpuMs({ pid = 0 }: ChildProcess): number {
  const parents = new Map<number, { parent: number; ms: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name in parentheses may hold spaces. A tick is 10 ms on every Linux that Electron runs on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = Number(fields[11]) + Number(fields[12]);
      parents.set(Number(name), { parent: Number(fields[1]), ms: ticks * 10 });
    } catch {
      // It ended while we looked.
    }
  }
  const isOurs = (id: number): boolean =>
    id === pid || (parents.has(id) && isOurs(parents.get(id)?.parent ?? 0));
  return [...parents].filter(([id]) => isOurs(id)).reduce((sum, [, { ms }]) => sum + ms, 0);
}

async function end(app: ChildProcess): Promise<void> {
  const gone = once(app, 'exit');
  app.kill();
  await gone;
}

function environmentOf({ env, folder }: OwnHome): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return {
    ...Object.fromEntries(own),
    ...env,
    LANGUAGE: 'en_US',
    XDG_CONFIG_HOME: path.join(folder, 'desktop'),
  };
}

/** What the page loads; files of earlier builds lie beside it. */
function kilobytes(extension: string): string {
  const folder = path.join(root, 'out', 'renderer');
  const loaded = readFileSync(path.join(folder, 'index.html'), 'utf8').match(/assets\/[\w.-]+/g);
  const files = (loaded ?? []).filter((name) => name.endsWith(extension));
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return `${(bytes / 1000).toFixed(0)} KB`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function report(what: string, measured: string, target: string): void {
  process.stdout.write(`${what.padEnd(28)} ${measured.padStart(9)} ${target.padStart(9)}\n`);
}
