import path from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownHome, type OwnHome } from '../../../builders/own-home.ts';
import { runCli } from '../../../builders/run-cli.ts';
import { startGated, type GatedServer } from '../../../fakes/gated-server.ts';

let home: OwnHome;
let server: GatedServer;

beforeEach(async () => {
  home = ownHome();
  server = await startGated();
  const backends = [{ name: 'my-service', transport: 'http', url: server.url }];
  home.write(
    'units/own/unit.yaml',
    JSON.stringify({ unit: 'own', implementation: './own.js', backends }),
  );
});

afterEach(async () => {
  await server.close();
  home.remove();
});

/** What an editor knows of the unit's folder, by the jsconfig.json that lies in it. */
function openEditor(folder: string): ts.LanguageService {
  const { config } = ts.readConfigFile(path.join(folder, 'jsconfig.json'), (file) =>
    ts.sys.readFile(file),
  ) as { config: unknown };
  const file = path.join(folder, 'jsconfig.json');
  const allowed = { allowJs: true };
  const read = ts.parseJsonConfigFileContent(config, ts.sys, folder, allowed, file);
  const { options, fileNames } = read;
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, checkJs: true, strict: true }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (chosen) => ts.getDefaultLibFilePath(chosen),
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
  });
}

test("lets an editor complete and check calls of the unit's backends", async () => {
  const glue = `f.query('find').describe('x').handle(async ({ q }) => {
  console.log(params.q);
  const { isError } = await api['my-service']['odd/name']();
  await api['my-service'].search({ q: 5 });
  await api['my-service'].;
  return isError;
});
`;
  home.write('units/own/own.js', glue.replace("  await api['my-service'].;\n", ''));
  expect((await runCli(home, ['units', 'types', 'own'])).code).toBe(0);
  home.write('units/own/own.js', glue);
  const folder = path.join(home.folder, 'config', 'units', 'own');
  const file = path.join(folder, 'own.js');
  const editor = openEditor(folder);
  const completed = editor.getCompletionsAtPosition(file, glue.indexOf('.;') + 1, undefined);
  expect(completed?.entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['hold', 'refuse', 'search']),
  );
  const found = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(found).toEqual(["Type 'number' is not assignable to type 'string'."]);
});

test('leaves the declarations alone while a backend is away', async () => {
  home.write('units/own/own.js', `f.query('a').handle(() => 1);`);
  home.write('units/own/api.d.ts', '// of yesterday');
  await server.close();
  const run = await runCli(home, ['units', 'types', 'own']);
  server = await startGated();
  expect([run.code, run.lines.at(-1), home.read('units/own/api.d.ts')]).toEqual([
    1,
    'api.d.ts was not written; it needs all backends of the unit',
    '// of yesterday',
  ]);
});
