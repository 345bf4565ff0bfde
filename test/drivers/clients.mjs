// node test/drivers/clients.mjs DIR: runs the fixtures of a folder (manifest.json beside one folder per fixture) against
// the installer and prints `N passed, N failed`. Each fixture: a temporary home, `before` → install → `installed`, the
// `later` state where there is one, remove → `uninstalled` or `before`. Refused files must not change in any way.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The installer's own modules, compiled on the fly. */
async function loadInstaller() {
  const { createServer } = await import('vite');
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const load = (file) => server.ssrLoadModule(`/main/clients/${file}.ts`);
  const [registry, targets, files, install, remove, ledger] = await Promise.all(
    [
      'registry/known-clients',
      'targets/resolve-targets',
      'targets/file-port',
      'edits/install-entry',
      'edits/remove-entry',
      'files/ledger',
    ].map(load),
  );
  const library = { ...registry, ...targets, ...files, ...install, ...remove, ...ledger };
  return { library, close: () => server.close() };
}

/** Formats in which a client that is not in the registry is tried. */
const shapeByFormat = { toml: 'toml-table', yaml: 'yaml-map' };

/** What is wrong with one fixture, as sentences; empty when it passes. */
async function runFixture(library, folder, fixture, { name, args }) {
  const faults = [];
  const scratch = mkdtempSync(path.join(tmpdir(), 'toolmesh client fixture ü-'));
  try {
    const home = path.join(scratch, 'home');
    mkdirSync(home);
    const stage = (state) => path.join(folder, fixture.id, state);
    const client = clientOf(library, fixture);
    const file = await placeFile(library, client, fixture, home, stage('before'));
    const start = snapshot(home);
    const editing = {
      client,
      shape: library.shapeOf(library.knownClients(), client),
      file,
      name: fixture.name ?? name,
      launch: {
        command: fixture.command ?? '/opt/acme-desk/bin/acme-mcp',
        args: fixture.args ?? args,
      },
      ledger: new library.Ledger(path.join(scratch, 'data')),
      isDryRun: false,
      isReplacing: false,
      now: Date.now,
    };
    const dry = await attempt(library.installEntry, { ...editing, isDryRun: true });
    if (!isSame(snapshot(home), start)) faults.push('a dry run changed something');
    const installed = await attempt(library.installEntry, editing);
    if (dry.outcome !== installed.outcome)
      faults.push(`dry run says "${dry.outcome}", install says "${installed.outcome}"`);
    faults.push(...outcomeFaults(fixture, installed));
    if (fixture.outcome === 'refused' || fixture.outcome === 'conflict') {
      if (!isSame(snapshot(home), start)) faults.push('a refused file was touched');
      return faults;
    }
    const place = { file, fixture, home };
    faults.push(...stateFaults('after the install', place, stage('installed')));
    faults.push(...hashFaults('after the install', place, fixture.installed_sha256));
    if (fixture.mode !== undefined && existsSync(file)) {
      const mode = (lstatSync(realpathSync(file)).mode & 0o777).toString(8).padStart(4, '0');
      if (process.platform !== 'win32' && mode !== fixture.mode)
        faults.push(`mode after the install is ${mode}, wanted ${fixture.mode}`);
    }
    const again = snapshot(home);
    const second = await attempt(library.installEntry, editing);
    if (second.outcome !== 'unchanged' || !isSame(snapshot(home), again))
      faults.push(`a second install says "${second.outcome}" or changed something`);
    if (existsSync(stage('later'))) copyState(stage('later'), place);
    const removed = await attempt(library.removeEntry, editing);
    if (removed.refusal !== undefined) faults.push(`the removal failed: ${removed.refusal}`);
    const wanted = existsSync(stage('uninstalled')) ? stage('uninstalled') : stage('before');
    if (existsSync(wanted)) {
      faults.push(...stateFaults('after the removal', place, wanted));
    } else if (existsSync(file)) {
      faults.push('the file is still there after the removal');
    }
    faults.push(...hashFaults('after the removal', place, fixture.uninstalled_sha256));
    // Without a later change everything is as it was: no folder, no temporary file, the same mode and links.
    if (!existsSync(stage('later')) && !existsSync(stage('uninstalled'))) {
      if (!isSame(snapshot(home), start))
        faults.push('something else is different after the removal');
    }
    const end = snapshot(home);
    const twice = await attempt(library.removeEntry, editing);
    if (twice.refusal !== undefined || !isSame(snapshot(home), end))
      faults.push('a second removal failed or changed something');
    return faults;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function attempt(edit, editing) {
  try {
    return await edit(editing);
  } catch (error) {
    if (error.name !== 'Refusal') throw error;
    const outcome = error.reason === 'same-name-not-ours' ? 'conflict' : 'refused';
    return { outcome, reason: error.reason, refusal: `${error.reason}: ${error.message}` };
  }
}

/** Other words for an entry that is there already. */
const unchangedWords = ['noop', 'no-op', 'already-installed', 'up-to-date'];

/** A manifest may use other words; any refusal satisfies those. */
const knownReasons = [
  'parse-error',
  'duplicate-key',
  'wrong-type',
  'encoding',
  'read-only',
  'dangling-link',
  'same-name-not-ours',
];

function outcomeFaults({ outcome, reason }, found) {
  const faults = [];
  const wanted = unchangedWords.includes(outcome) ? 'unchanged' : outcome;
  if (found.outcome !== wanted)
    faults.push(`outcome is "${found.outcome}" (${found.refusal ?? ''}), wanted "${outcome}"`);
  if (knownReasons.includes(reason) && found.reason !== reason)
    faults.push(`reason is "${found.reason}", wanted "${reason}"`);
  return faults;
}

/** `claude-desktop (MSIX)` is the client `claude-desktop`; the manifest's format and key count. */
function clientOf(library, fixture) {
  const id = fixture.client.split(' ')[0];
  const registry = library.knownClients();
  const known = registry.clients.find((client) => client.id === id);
  const base = known ?? {
    ...registry.clients[0],
    id,
    label: id,
    bom: 'kept',
    shape: shapeByFormat[fixture.format] ?? 'plain',
    places: {},
    pick: 'each',
    create: true,
  };
  return {
    ...base,
    format: fixture.format ?? base.format,
    key: fixture.key ?? base.key,
  };
}

/** Puts `before` where this client would look for it, and returns the file's path. */
async function placeFile(library, client, fixture, home, before) {
  const isWindows = /^[A-Za-z]:\\/.test(fixture.command ?? '') || fixture.client.includes('MSIX');
  const env = {
    APPDATA: path.join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: path.join(home, 'AppData', 'Local'),
  };
  const world = { env, platform: isWindows ? 'win32' : 'linux', home, files: library.realFiles };
  const system = isWindows ? 'win' : 'linux';
  const places = client.places[system] ?? [];
  const place =
    places.find(({ kind }) => fixture.client.includes('MSIX') === (kind === 'package')) ??
    places[0];
  if (place !== undefined) {
    const folder = place.folder
      .replace('{home}', home)
      .replace('{xdg}', path.join(home, '.config'))
      .replace('{appdata}', env.APPDATA)
      .replace('{localappdata}', env.LOCALAPPDATA)
      .replace(
        '{codeuser}',
        path.join(home, isWindows ? 'AppData/Roaming' : '.config', 'Code', 'User'),
      )
      .replace('{lmstudio}', path.join(home, '.lmstudio'))
      .replace('*', 'pzs8sxrjxfjjc');
    mkdirSync(folder, { recursive: true });
  }
  const [target] = await library.resolveTargets(client, world);
  const folder = target === undefined ? home : path.dirname(target.file);
  const file = path.join(folder, fixture.file);
  if (existsSync(before)) copyState(before, { file, fixture, home });
  if (fixture.mode !== undefined && existsSync(file))
    chmodSync(realpathSync(file), parseInt(fixture.mode, 8));
  return file;
}

/** A state folder is copied beside the file, links as links. */
function copyState(from, { file, fixture }) {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(from)) {
    const target = path.join(folder, name);
    if (name === fixture.file && existsSync(target)) {
      writeFileSync(target, readFileSync(path.join(from, name)));
      continue;
    }
    cpSync(path.join(from, name), target, {
      recursive: true,
      verbatimSymlinks: true,
      force: true,
    });
    makeWritable(target);
  }
  linkTo(fixture, file);
}

/** Fixtures may be stored read-only. */
function makeWritable(target) {
  const found = lstatSync(target);
  if (found.isSymbolicLink()) return;
  chmodSync(target, found.isDirectory() ? 0o755 : 0o644);
  if (found.isDirectory())
    for (const name of readdirSync(target)) makeWritable(path.join(target, name));
}

/** `link`: the file is a link of this kind, for folders that can't store one. */
function linkTo(fixture, file) {
  const link = fixture.link ?? fixture.symlink;
  if (typeof link !== 'string' || !existsSync(file) || lstatSync(file).isSymbolicLink()) return;
  const target = path.resolve(path.dirname(file), link);
  mkdirSync(path.dirname(target), { recursive: true });
  if (existsSync(target)) unlinkSync(file);
  else renameSync(file, target);
  symlinkSync(link, file);
}

/** The manifest's hash of a state holds where the state itself is not stored. */
function hashFaults(when, { file }, wanted) {
  if (typeof wanted !== 'string' || !existsSync(file)) return [];
  const got = createHash('sha256').update(readFileSync(file)).digest('hex');
  return got === wanted ? [] : [`hash ${when} is ${got}, wanted ${wanted}`];
}

function stateFaults(when, { file }, wanted) {
  const folder = path.dirname(file);
  if (!existsSync(wanted)) return [];
  return readdirSync(wanted, { recursive: true }).flatMap((name) => {
    const [want, got] = [path.join(wanted, name), path.join(folder, name)];
    if (lstatSync(want).isDirectory()) return [];
    if (!existsSync(got)) return [`${name} is missing ${when}`];
    if (lstatSync(want).isSymbolicLink() && !lstatSync(got).isSymbolicLink())
      return [`${name} is no link any more ${when}`];
    const [left, right] = [readFileSync(got), readFileSync(want)];
    if (left.equals(right)) return [];
    return [`${name} differs ${when}\n--- got\n${show(left)}\n--- wanted\n${show(right)}`];
  });
}

function show(bytes) {
  return JSON.stringify(bytes.toString('utf8')).replaceAll('\\n', '\\n\n');
}

/** Everything below a folder: bytes, modes, links, inodes of what did not change. */
function snapshot(home) {
  const entries = readdirSync(home, { recursive: true }).map((name) => {
    const full = path.join(home, name);
    const found = lstatSync(full);
    const content = found.isSymbolicLink()
      ? readlinkSync(full)
      : found.isFile()
        ? createHash('sha256').update(readFileSync(full)).digest('hex')
        : '';
    return [name, `${(found.mode & 0o7777).toString(8)} ${content}`];
  });
  return JSON.stringify(entries.sort());
}

function isSame(left, right) {
  return left === right;
}

/** Runs all fixtures of a folder; `tell` gets one line for each that fails. */
export async function runFixtures(folder, tell) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const { library, close } = await loadInstaller();
  let passed = 0;
  try {
    for (const fixture of manifest.fixtures) {
      const faults = await runFixture(library, folder, fixture, manifest).catch((error) => [
        error.stack ?? String(error),
      ]);
      if (faults.length === 0) passed += 1;
      else tell(`${fixture.id}\n  ${faults.join('\n  ')}`);
    }
  } finally {
    await close();
  }
  return { passed, failed: manifest.fixtures.length - passed };
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const folder = process.argv[2];
  if (folder === undefined || !existsSync(path.join(folder, 'manifest.json'))) {
    console.error('Usage: node test/drivers/clients.mjs DIR, a folder with a manifest.json');
    process.exit(2);
  }
  const { passed, failed } = await runFixtures(path.resolve(folder), (line) => console.log(line));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
