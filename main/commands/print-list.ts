import { formatProblem, type Problem } from '../config/problem.ts';
import { escapeHidden } from '../contract/escape-hidden.ts';
import { printJson } from './list-json.ts';
import { print } from './print.ts';

/**
 * A list for a person: its lines, or what would fill it; then what is wrong with the files it was made from, as
 * `check` prints it. Names and texts come from servers and clients: none moves the terminal's cursor.
 * The exit code: a list that is empty because of an error is no answer.
 */
export async function printList(
  lines: readonly string[],
  whenEmpty: string,
  problems: readonly Problem[] = [],
): Promise<number> {
  for (const line of lines) await print(escapeHidden(line));
  if (lines.length === 0 && problems.length === 0) await print(whenEmpty);
  for (const problem of problems) await print(escapeHidden(formatProblem(problem)));
  return lines.length === 0 && problems.length > 0 ? 1 : 0;
}

/** The same for a program: what is wrong with the files is for whoever started it. */
export async function printJsonList(
  rows: readonly unknown[],
  problems: readonly Problem[],
): Promise<number> {
  await printJson(rows);
  for (const problem of problems) process.stderr.write(`${escapeHidden(formatProblem(problem))}\n`);
  return rows.length === 0 && problems.length > 0 ? 1 : 0;
}
