import {
  backendDraft,
  type BackendDraft,
  type BackendRowView,
} from '../../contract/backend-services.ts';
import { UsageError } from '../command.ts';
import { commandWorld } from '../command-world.ts';
import { print } from '../print.ts';
import { withParts } from '../with-parts.ts';
import { answerTimes } from './answer-times.ts';
import { backendServices } from './backend-services.ts';
import { printTest } from './print-test.ts';
import { countOf } from '../../platform/count-of.ts';
import { printJson } from '../list-json.ts';

export interface EditOptions {
  readonly json: boolean;
  readonly stdio: boolean;
  readonly key?: string | undefined;
}

/** What the page of the backends does; a running gateway follows the file. */
export async function editBackends(
  verb: string,
  words: readonly string[],
  options: EditOptions,
): Promise<number> {
  const world = commandWorld();
  return withParts(world, async (parts) => {
    const services = backendServices(parts, world);
    if (verb === 'list') {
      await parts.registry.allAttempts();
      // This process has called none of them; the gateway has.
      const times = await answerTimes(world.paths.socket);
      const rows = services.backendRows().map((row): BackendRowView => {
        const time = times.find(({ unit, backend }) => unit === row.unit && backend === row.name);
        return { ...row, answersInMs: time?.ms ?? null };
      });
      if (options.json) await printJson(rows);
      else if (rows.length === 0)
        await print('There is no backend yet; "toolmesh backends add NAME URL" adds one');
      else
        for (const row of rows) {
          const name = row.unit === null ? row.name : `${row.unit} / ${row.name}`;
          await print(
            `${name.padEnd(28)} ${row.state.padEnd(11)} ${row.address}  ${lastColumn(row)}`,
          );
        }
      return 0;
    }
    const [name] = words;
    if (name === undefined) throw new UsageError('NAME is missing');
    if (verb === 'remove') {
      await services.removeBackend(name);
      await print(`${name} is no longer in ${world.paths.backendsFile}`);
      return 0;
    }
    const draft = toDraft(words, options);
    if (verb === 'test') return printTest(await services.testBackend(draft), options.json);
    await services.addBackend(draft);
    await print(`${name} is in ${world.paths.backendsFile}`);
    return 0;
  });
}

function lastColumn({ state, detail, tools, answersInMs }: BackendRowView): string {
  if (state === 'down') return detail;
  const time = answersInMs === null ? '' : `, answers in ${Number(answersInMs.toPrecision(2))} ms`;
  return `${countOf(tools.length, 'tool')}${time}`;
}

function toDraft([name, place, ...args]: readonly string[], options: EditOptions): BackendDraft {
  if (place === undefined)
    throw new UsageError(options.stdio ? 'COMMAND is missing' : 'URL is missing');
  const key = options.key === undefined ? {} : { key: { name: options.key } };
  const draft = options.stdio
    ? { transport: 'stdio', name, command: place, args, ...key }
    : { transport: 'http', name, url: place, ...key };
  const parsed = backendDraft.safeParse(draft);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const wrong = { name, url: place, command: place }[String(issue?.path[0])];
  const got = wrong === undefined ? '' : `, got ${JSON.stringify(wrong)}`;
  throw new UsageError(
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a backend'}${got}`,
  );
}
