import { readFile } from 'node:fs/promises';
import path from 'node:path';

const mostChars = 200;

/** The first paragraph of a unit's README says what it is for; empty without one. */
export async function readmeSummary(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'README.md'), 'utf8').catch(() => '');
  const paragraph = text
    .split(/\r?\n\s*\r?\n/)
    .find((part) => part.trim() !== '' && !part.startsWith('#'));
  return shortened(
    plainText(paragraph ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Cut between two words, and visibly. */
function shortened(text: string): string {
  if (text.length <= mostChars) return text;
  return `${text.slice(0, mostChars).replace(/[\s.,;:]*\S*$/, '')}…`;
}

/** A terminal and the window show the text as it is: links become their words, marks go. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(https?:[^>\s]+)>/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/(?<!\w)[_*](\S(?:.*?\S)?)[_*](?!\w)/g, '$1');
}
