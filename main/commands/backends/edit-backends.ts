import { problemsOf } from '../../config/ask-config.ts';
import {
  backendDraft,
  type BackendDraft,
  type BackendRowView,
} from '../../contract/backend-services.ts';
import { alignColumns } from '../align-columns.ts';
import { UsageError } from '../command.ts';
import { commandWorld } from '../command-world.ts';
import type { GatewayParts } from '../../services/run-gateway.ts';
import { print } from '../print.ts';
import { printJsonList, printList } from '../print-list.ts';
import { withParts } from '../with-parts.ts';
import { answerTimes } from './answer-times.ts';
import { backendServices } from './backend-services.ts';
import { printTest } from './print-test.ts';
import { countOf } from '../../platform/count-of.ts';

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
      const unread = parts.scrubber.value(
        problemsOf(parts.config.current, world.paths.backendsFile),
      );
      const whenEmpty = 'There is no backend yet; "toolmesh backends add NAME URL" adds one';
      if (!options.json)
        return printList(alignColumns(rows.map(cells), [29, 12]), whenEmpty, unread);
      return printJsonList(rows, unread);
    }
    const [name = ''] = words;
    if (verb === 'remove') {
      await services.removeBackend(name);
      await print(`${name} is no longer in ${world.paths.backendsFile}`);
      return 0;
    }
    const draft = toDraft(words, options);
    if (verb === 'test') return printTest(await services.testBackend(draft), options.json);
    await services.addBackend(draft);
    await print(`${name} is in ${world.paths.backendsFile}; ${await nextStep(parts, options)}`);
    return 0;
  });
}

function lastColumn({ state, detail, tools, answersInMs }: BackendRowView): string {
  if (state === 'down') return detail;
  const time = answersInMs === null ? '' : `, answers in ${Number(answersInMs.toPrecision(2))} ms`;
  return `${countOf(tools.length, 'tool')}${time}`;
}

function cells(row: BackendRowView): readonly string[] {
  const { unit, name, state, address } = row;
  const place = unit === null ? name : `${unit} / ${name}`;
  return [place, state, `${address}  ${lastColumn(row)}`];
}

async function nextStep({ credentials }: GatewayParts, { key }: EditOptions): Promise<string> {
  const known = (await credentials.list()).map(({ name }) => name);
  return key === undefined || known.includes(key.toUpperCase())
    ? '"toolmesh backends" shows whether it answers'
    : `its key is not set yet: toolmesh secrets set ${key}`;
}

function toDraft([name, place, ...args]: readonly string[], options: EditOptions): BackendDraft {
  if (place === undefined)
    throw new UsageError(options.stdio ? 'COMMAND is missing' : 'URL is missing');
  const [extra] = args;
  if (!options.stdio && extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many; a command goes with --stdio`);
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
