import type { ProblemView } from '../contract/views.ts';

/** One thing wrong with what the user wrote, at its place. The same text everywhere it is shown. */
export type Problem = ProblemView;

/** `file:line:column: error: message`, the form editors and terminals turn into a link. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined);
  const where = place.length === 0 ? problem.subject : place.join(':');
  return `${where}: ${problem.severity}: ${problem.message}`;
}
