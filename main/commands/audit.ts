import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditDetailView, AuditFilter } from '../contract/audit-query.ts';
import type { AuditServices } from '../contract/audit-services.ts';
import { UsageError, type Command } from './command.ts';
import { commandWorld } from './command-world.ts';
import { csvHeader, csvLine } from '../services/audit-csv.ts';
import { parseTime } from './audit/parse-time.ts';
import { counterLines, recordLine, recordsHeader } from './audit/record-line.ts';
import { withAudit } from './audit/with-audit.ts';
import { parseArguments } from './parse-arguments.ts';
import { print } from './print.ts';
import { auditPages } from '../services/audit-pages.ts';

const usage = `Usage: toolmesh audit [filters] [--limit N] [--follow]
       toolmesh audit [filters] --jsonl | --csv    all that match, oldest first, on stdout
       toolmesh audit [filters] --counters         sums of units that keep no records
       toolmesh audit --size                       what it takes on the disk, and its oldest record

Filters: --unit NAME      what a unit or backend answered
         --tool NAME      calls of one tool
         --client NAME    calls of one client
         --class CLASS    calls of one class of callers
         --status STATUS  success, error or denied
         --trace ID       one call with all that it led to
         --text WORDS     this text in the tool, the arguments or the error
         --calls          without their sub-calls
         --since TIME     a date, or how long ago: 90s, 15m, 2h, 7d
         --until TIME     the same`;

const defaultLimit = 50;
const pageSize = 1000;
const followMs = 500;

export const auditCommand: Command = {
  usage,
  async run(args) {
    const { values } = parseArguments(args, {
      unit: { type: 'string' },
      tool: { type: 'string' },
      client: { type: 'string' },
      class: { type: 'string' },
      status: { type: 'string' },
      trace: { type: 'string' },
      text: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      calls: { type: 'boolean', default: false },
      limit: { type: 'string' },
      follow: { type: 'boolean', default: false },
      jsonl: { type: 'boolean', default: false },
      csv: { type: 'boolean', default: false },
      counters: { type: 'boolean', default: false },
      size: { type: 'boolean', default: false },
    });
    expectOneForm(values);
    const now = Date.now();
    const filter: AuditFilter = {
      unit: values.unit,
      tool: values.tool,
      client: values.client,
      callerClass: values.class,
      status: statusOf(values.status),
      traceId: values.trace,
      text: values.text,
      rootsOnly: values.calls ? true : undefined,
      since: values.since === undefined ? undefined : parseTime(values.since, now),
      until: values.until === undefined ? undefined : parseTime(values.until, now),
    };
    const limit = values.limit === undefined ? defaultLimit : limitOf(values.limit);
    await withAudit(commandWorld(), async (audit) => {
      if (values.size) await showSize(audit);
      else if (values.counters) await showCounters(audit, filter);
      else if (values.csv) await exportAll(audit, filter, csvLine, csvHeader);
      else if (values.jsonl) await exportAll(audit, filter, (record) => JSON.stringify(record));
      else await show(audit, filter, limit, values.follow);
    });
    return 0;
  },
};

async function show(
  audit: AuditServices,
  filter: AuditFilter,
  limit: number,
  follow: boolean,
): Promise<void> {
  const page = await audit.queryAudit({ ...filter, limit, order: 'newest' });
  if (page.records.length > 0 || follow) await print(recordsHeader);
  else await print(noRecord(filter));
  for (const record of page.records.toReversed()) await print(recordLine(record));
  let { lastSeq } = page;
  while (follow) {
    await sleep(followMs);
    const more = await audit.queryAudit({
      ...filter,
      limit: pageSize,
      order: 'oldest',
      afterSeq: lastSeq,
    });
    for (const record of more.records) await print(recordLine(record));
    lastSeq = more.lastSeq;
  }
}

function noRecord(filter: AuditFilter): string {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return isFiltered
    ? 'No record matches; "toolmesh audit" without filters shows the newest'
    : 'There is no record yet; calls of clients make them, "toolmesh call NAME" too';
}

async function exportAll(
  audit: AuditServices,
  filter: AuditFilter,
  line: (record: AuditDetailView) => string,
  header?: string,
): Promise<void> {
  if (header !== undefined) await print(header);
  // What is printed is waited for: a reader that is slow slows us, and nothing piles up.
  let isEmpty = true;
  for await (const records of auditPages(audit, filter)) {
    isEmpty = false;
    await print(records.map(line).join('\n'));
  }
  if (isEmpty) process.stderr.write(`${noRecord(filter)}\n`);
}

async function showCounters(audit: AuditServices, filter: AuditFilter): Promise<void> {
  const { unit, tool, client, since, until } = filter;
  const found = await audit.auditCounters({ unit, tool, client, since, until });
  for (const line of counterLines(found)) await print(line);
  if (found.length === 0)
    await print('No sums match; only units with "audit: none" under expose keep them');
}

async function showSize(audit: AuditServices): Promise<void> {
  const { bytes, oldest } = await audit.auditSize();
  const since = oldest === null ? 'no records' : `oldest record ${new Date(oldest).toISOString()}`;
  await print(`${(bytes / 1e6).toFixed(1)} MB on the disk, ${since}`);
}

const forms = ['jsonl', 'csv', 'counters', 'size', 'follow'] as const;
const notCounted = ['class', 'status', 'trace', 'text', 'calls'];

/** What a form has no use for: the sums know days, units, tools and clients, the size is that of the whole audit. */
const unheard: Readonly<Record<(typeof forms)[number], readonly string[]>> = {
  jsonl: ['limit'],
  csv: ['limit'],
  counters: ['limit', ...notCounted],
  size: ['limit', 'unit', 'tool', 'client', 'since', 'until', ...notCounted],
  follow: [],
};

/** Each form has a reader of its own; of two, one would silently win, and so would a form over a filter. */
function expectOneForm(values: Readonly<Record<string, unknown>>): void {
  const isGiven = (name: string): boolean => values[name] !== undefined && values[name] !== false;
  const [form, other] = forms.filter(isGiven);
  if (form === undefined) return;
  const second = other ?? unheard[form].find(isGiven);
  if (second === undefined) return;
  throw new UsageError(`--${form} and --${second} do not go together; leave one out`);
}

function statusOf(text: string | undefined): AuditFilter['status'] {
  if (text === undefined || text === 'success' || text === 'error' || text === 'denied')
    return text;
  throw new UsageError(`--status is success, error or denied, got "${text}"`);
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= pageSize) return limit;
  throw new UsageError(
    `--limit is a number from 1 to ${pageSize}, got "${text}"; --jsonl and --csv give all`,
  );
}
