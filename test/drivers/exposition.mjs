// node test/drivers/exposition.mjs CASES.json: runs a file of cases against the built library and prints
// `N passed, N failed`. Each failed case is told with what differs; the exit code is 1 then.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = new URL('../../out/exposition.mjs', import.meta.url);

/** What is wrong with one case, as sentences; empty when it passes. */
export async function runCase({ input, expect }) {
  const library = await import(built.href);
  const { tools, exposition = {}, filter, state, previous } = input;
  const faults = [];
  const same = (what, got, wanted) => {
    if (!isDeepStrictEqual(got, wanted))
      faults.push(
        `${what}\n    got    ${JSON.stringify(got)}\n    wanted ${JSON.stringify(wanted)}`,
      );
  };
  let surface;
  try {
    surface = library.compile(tools, exposition, filter, state);
  } catch (error) {
    same('config error', error.data?.configCode ?? String(error), expect.configError);
    return faults;
  }
  if (expect.configError !== undefined) return [`no config error, wanted ${expect.configError}`];
  if (previous !== undefined) {
    const before = library.compile(tools, previous, filter, state);
    if (expect.listChanged !== undefined) {
      const differs = JSON.stringify(before.tools) !== JSON.stringify(surface.tools);
      same('listChanged', differs, expect.listChanged);
    }
    surface = library.withPrevious(surface, before);
  }
  const listed = JSON.parse(JSON.stringify(surface.tools));
  same('tools', listed, expect.tools);
  const order = (list) => list.map((tool) => Object.keys(tool.inputSchema.properties ?? {}));
  same('order of properties', order(listed), order(expect.tools));
  same('diagnostics', marks(surface.diagnostics), marks(expect.diagnostics));
  const validator = new library.ArgumentValidator();
  const check = (schema, args) => validator.issues(schema, args);
  for (const { call, ...wanted } of expect.dispatch ?? []) {
    const { error, call: found } = library.dispatch(surface, call, check);
    const label = `dispatch ${JSON.stringify(call)}`;
    if (wanted.error !== undefined) same(label, error && pick(error), wanted.error);
    else same(label, found === undefined ? error : routeOf(found), routeWanted(wanted));
  }
  for (const [id, { list, text }] of Object.entries(expect.suggestions ?? {})) {
    const steps = library.suggestNext(surface, surface.actions.get(id));
    same(`suggestions of ${id}`, [...steps], list);
    same(`suggestion text of ${id}`, library.suggestionText(steps), text);
  }
  if (expect.cost !== undefined)
    same('cost', library.compareCosts(tools, exposition, filter, state), expect.cost);
  return faults;
}

const pick = ({ code, text }) => ({ code, text });
const routeOf = ({ unit, tool, arguments: args, via }) => ({ unit, tool, arguments: args, via });
const routeWanted = ({ route, via }) => ({ ...route, via });

function marks(diagnostics) {
  return diagnostics
    .map(({ code, tool, name, namespace }) => JSON.stringify([code, tool, name, namespace]))
    .sort();
}

async function runFile(file) {
  const cases = JSON.parse(readFileSync(file, 'utf8'));
  let failed = 0;
  for (const each of Array.isArray(cases) ? cases : cases.cases) {
    const faults = await runCase(each).catch((error) => [`threw ${error.stack}`]);
    if (faults.length === 0) continue;
    failed += 1;
    console.log(`${each.name}: ${each.rule}`);
    for (const fault of faults) console.log(`  ${fault}`);
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  return failed;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fallback = fileURLToPath(new URL('../fixtures/exposition/cases.json', import.meta.url));
  process.exitCode = (await runFile(process.argv[2] ?? fallback)) > 0 ? 1 : 0;
}
