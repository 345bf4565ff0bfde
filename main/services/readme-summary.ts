import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The first paragraph of a unit's README says what it is for; empty without one. */
export async function readmeSummary(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'README.md'), 'utf8').catch(() => '');
  const paragraph = text
    .split(/\r?\n\s*\r?\n/)
    .find((part) => part.trim() !== '' && !part.startsWith('#'));
  return (paragraph ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
}
