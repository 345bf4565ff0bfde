import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigStore } from '../../../main/config/config-store.ts';
import { resolvePaths } from '../../../main/config/paths.ts';

// Windows moves no folder below which something is watched, and takes none away.
const onPosix = test.skipIf(process.platform === 'win32');

let folder: string;
let store: ConfigStore;

const at = (...parts: string[]): string => path.join(folder, ...parts);
const unit = (...parts: string[]): string => at('home', 'units', ...parts);
const glue = (text: string): string => `function describe() { return { tools: [] }; } // ${text}\n`;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-watch-'));
  writeUnit(unit('own'));
  writeUnit(at('elsewhere'));
  symlinkSync(at('elsewhere'), unit('linked'), 'junction');
  const env = { TOOLMESH_HOME: at('home'), TOOLMESH_DATA: at('data') };
  store = await ConfigStore.open(resolvePaths(env), env);
  const isWatching = new Promise<void>((resolve) => {
    store.onChange(() => {
      resolve();
    });
  });
  store.watch();
  await isWatching;
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function writeUnit(target: string): void {
  const name = path.basename(target) === 'own' ? 'own' : 'linked';
  mkdirSync(path.join(target, 'src'), { recursive: true });
  writeFileSync(path.join(target, 'src', 'glue.js'), glue('first'));
  writeFileSync(path.join(target, 'unit.yaml'), `unit: ${name}\nimplementation: ./src\n`);
}

/** Writes glue and waits until it is in force. */
async function edited(name: string, target: string, text: string): Promise<void> {
  writeFileSync(path.join(target, 'src', 'glue.js'), glue(text));
  await inForce(name, text);
}

async function inForce(name: string, text: string): Promise<void> {
  const source = (): string | undefined =>
    store.current.units.find((one) => one.name === name)?.files[0]?.source;
  await expect.poll(source, { timeout: 10_000 }).toBe(glue(text));
}

async function gone(name: string): Promise<void> {
  const names = (): readonly string[] => store.current.units.map((one) => one.name);
  await expect.poll(names, { timeout: 10_000 }).not.toContain(name);
}

onPosix('follows edits after the units folder was moved away and back', async () => {
  renameSync(unit(), at('away'));
  await gone('own');
  renameSync(at('away'), unit());
  await inForce('own', 'first');
  await edited('own', unit('own'), 'second');
  await edited('linked', at('elsewhere'), 'second');
});

onPosix('follows edits after the whole home was moved away and back', async () => {
  renameSync(at('home'), at('away'));
  await gone('own');
  renameSync(at('away'), at('home'));
  await inForce('own', 'first');
  await edited('own', unit('own'), 'second');
});

test('follows a link that leads to another folder from now on', async () => {
  cpSync(at('elsewhere'), at('newer'), { recursive: true });
  writeFileSync(at('newer', 'src', 'glue.js'), glue('newer'));
  rmSync(unit('linked'));
  symlinkSync(at('newer'), unit('linked'), 'junction');
  await inForce('linked', 'newer');
  await edited('linked', at('newer'), 'second');
});

onPosix('follows a link whose folder was gone for a while', async () => {
  renameSync(at('elsewhere'), at('away'));
  await gone('linked');
  renameSync(at('away'), at('elsewhere'));
  await inForce('linked', 'first');
  await edited('linked', at('elsewhere'), 'second');
});

onPosix.each([
  ['a unit', []],
  ['its folder of glue', ['src']],
])('follows edits after %s was exchanged for another', async (_what, inner) => {
  cpSync(unit('own', ...inner), at('newer'), { recursive: true });
  const file = inner.length === 0 ? at('newer', 'src', 'glue.js') : at('newer', 'glue.js');
  writeFileSync(file, glue('newer'));
  renameSync(unit('own', ...inner), at('older'));
  renameSync(at('newer'), unit('own', ...inner));
  await inForce('own', 'newer');
  await edited('own', unit('own'), 'second');
});

test('takes in the last of fifty quick edits', async () => {
  for (let count = 1; count < 50; count += 1)
    writeFileSync(unit('own', 'src', 'glue.js'), glue(`edit ${count}`));
  await edited('own', unit('own'), 'edit 50');
});

onPosix('leaves no watch behind when the home goes as it ends', async () => {
  const watches = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
  expect(watches()).toBeGreaterThan(0);
  // From here the watcher hears of the loss before it is closed, and has not yet looked after it.
  await setTimeout(0);
  store.close();
  rmSync(at('home'), { recursive: true });
  await expect.poll(watches).toBe(0);
});
