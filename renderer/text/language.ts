import { english } from './english.ts';
import { createFormat, type Format } from './format.ts';
import { german } from './german.ts';
import type { Words } from './words.ts';

export interface Language {
  /** For the `lang` attribute. */
  readonly tag: 'en' | 'de';
  readonly words: Words;
  readonly format: Format;
}

export function languageFor(locale: string, timeZone?: string): Language {
  const isGerman = locale.toLowerCase().startsWith('de');
  const words = isGerman ? german : english;
  return {
    tag: isGerman ? 'de' : 'en',
    words,
    // The region's own number and clock rules, unless the language was not ours.
    format: createFormat(isGerman || locale.startsWith('en') ? locale : 'en', words, timeZone),
  };
}
