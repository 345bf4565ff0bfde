import { readFileSync } from 'node:fs';
import { errorText } from '../platform/system-error-text.ts';
import { Refusal, type RefusalReason } from './refusal.ts';

/** One sentence: which client, which file and line, what is wrong. */
export function toRefusalView(
  label: string,
  file: string,
  error: unknown,
): { readonly reason: RefusalReason | 'failed'; readonly problem: string } {
  const place = file === '' ? '' : ` (${file}${lineOf(file, error)})`;
  if (error instanceof Refusal)
    return { reason: error.reason, problem: `${label} was left alone${place}: ${error.message}` };
  return { reason: 'failed', problem: `${label} was left alone${place}: ${errorText(error)}` };
}

function lineOf(file: string, error: unknown): string {
  if (!(error instanceof Refusal) || error.offset === undefined) return '';
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const lines = text.slice(0, error.offset).split('\n');
    return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  } catch {
    return '';
  }
}
