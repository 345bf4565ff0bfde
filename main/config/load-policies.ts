import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { failureText, readText } from './read-text.ts';
import type { Problem } from './problem.ts';
import { scanGlue } from './scan-glue.ts';

export interface PolicyFile {
  /** File name: `read-only.js`. */
  readonly name: string;
  readonly source: string;
  /** Why it cannot run; a policy that cannot run denies everything. */
  readonly broken?: string | undefined;
}

/** `policies/*.js` in name order, the broken ones too. */
export async function loadPolicies(
  folder: string,
): Promise<{ readonly policies: readonly PolicyFile[]; readonly problems: readonly Problem[] }> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const code = failureText(error);
    if (code === 'ENOENT') return { policies: [], problems: [] };
    // Which policies there are is not known, so one that denies stands for all of them.
    const broken = `the folder cannot be read (${code})`;
    const problem: Problem = {
      subject: 'policies',
      file: folder,
      message: broken,
      severity: 'error',
    };
    return { policies: [{ name: path.basename(folder), source: '', broken }], problems: [problem] };
  }
  const files = names.filter((name) => name.endsWith('.js') && !name.startsWith('.')).sort();
  const loaded = await Promise.all(files.map((name) => loadPolicy(path.join(folder, name))));
  return {
    policies: loaded.flatMap(({ policy }) => policy),
    problems: loaded.flatMap(({ problems }) => problems),
  };
}

async function loadPolicy(
  file: string,
): Promise<{ readonly policy: PolicyFile; readonly problems: readonly Problem[] }> {
  const name = path.basename(file);
  const subject = `policy ${name}`;
  let source: string;
  try {
    source = await readText(file);
  } catch (error) {
    const broken = `cannot be read (${failureText(error)})`;
    const problem: Problem = { subject, file, message: broken, severity: 'error' };
    return { policy: { name, source: '', broken }, problems: [problem] };
  }
  // As it will run: the body of an async function, its lines where they are.
  const wrapped = `async function policy(ctx) {${source}\n}`;
  const problems = scanGlue(file, wrapped, subject);
  const [first] = problems;
  if (first === undefined) return { policy: { name, source }, problems };
  const line = first.line === undefined ? '' : `line ${first.line}: `;
  return { policy: { name, source, broken: `${line}${first.message}` }, problems };
}
