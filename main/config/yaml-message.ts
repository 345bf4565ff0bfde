import type { YAMLError } from 'yaml';

/** What is wrong in the words of who writes the file; the parser's own speak of its parts. */
export function yamlMessage({ code, message, pos }: YAMLError, text: string): string {
  switch (code) {
    case 'DUPLICATE_KEY': {
      // Only a key in plain letters: what else stands there may be a value.
      const [key] = /^[\w-]+(?=\s*:)/.exec(text.slice(pos[0])) ?? [];
      return `the key${key === undefined ? '' : ` "${key}"`} is written twice; keep one of them`;
    }
    case 'MULTIPLE_DOCS':
      return 'a second document begins here ("---"); keep one in a file';
    case 'TAB_AS_INDENT':
      return 'a tab indents this line; use spaces';
    default:
      return message;
  }
}
