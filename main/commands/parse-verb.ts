import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError } from './command.ts';
import { parseArguments, type Options, type Parsed } from './parse-arguments.ts';

/** What goes with one verb of a command. */
export interface VerbWords {
  /** Names of the words that must follow. */
  readonly needs?: readonly string[];
  /** How many further words may follow. */
  readonly more?: number;
  /** Names of the options that go with it. */
  readonly options?: readonly string[];
}

/**
 * `toolmesh COMMAND VERB words --options`. A word or an option that the verb has no use for is a usage error: the
 * user meant something by it.
 */
export function parseVerb<O extends Options, V extends string>(
  args: readonly string[],
  options: O,
  verbs: Readonly<Record<V, VerbWords>>,
  fallback?: NoInfer<V>,
): {
  readonly verb: V;
  readonly words: readonly string[];
  readonly values: Parsed<O>['values'];
} {
  const parsed = parseArguments(args, options, { least: 0, most: Infinity });
  const [named = fallback, ...words] = parsed.words;
  const names = Object.keys(verbs);
  if (named === undefined) throw new UsageError(`a verb (${names.join(', ')}) is missing`);
  if (!isVerb(named, verbs))
    throw new UsageError(`unknown verb "${named}"${nearestHint(named, names)}`);
  const { needs = [], more = 0, options: own = [] } = verbs[named];
  const missing = needs[words.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const extra = words[needs.length + more];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`);
  const stray = parsed.given.find((option) => !own.includes(option));
  if (stray !== undefined) throw new UsageError(strayOption(stray, named, verbs));
  return { verb: named, words, values: parsed.values };
}

function isVerb<V extends string>(word: string, verbs: Readonly<Record<V, VerbWords>>): word is V {
  return Object.hasOwn(verbs, word);
}

function strayOption(
  option: string,
  verb: string,
  verbs: Readonly<Record<string, VerbWords>>,
): string {
  const users = Object.entries(verbs).filter(([, words]) => words.options?.includes(option));
  const places = users.map(([name]) => `"${name}"`).join(', ');
  return `--${option} goes with ${places}, not with "${verb}"`;
}
