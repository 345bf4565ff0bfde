import { formatProblem } from '../config/problem.ts';
import type { Logger } from '../platform/logger.ts';
import { currentProblems } from './create-app-services.ts';
import type { GatewayParts } from './run-gateway.ts';

/** Each problem is one line, told when it appears and not again while it stays; returns what looks again. */
export function reportProblems(parts: GatewayParts, logger: Logger): () => void {
  let told = new Set<string>();
  const report = (): void => {
    const lines = currentProblems(parts).map((problem) => ({
      line: formatProblem(problem),
      problem,
    }));
    for (const { line, problem } of lines) {
      if (!told.has(line)) logger.log(problem.severity === 'error' ? 'error' : 'warn', line);
    }
    told = new Set(lines.map(({ line }) => line));
  };
  report();
  parts.config.onChange(report);
  parts.registry.onChange(report);
  return report;
}
