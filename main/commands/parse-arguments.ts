import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestHint } from '../platform/nearest-names.ts';
import { UsageError } from './command.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

type Read<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; tokens: true }>
>;

export interface Parsed<O extends Options> {
  readonly values: Read<O>['values'];
  readonly words: readonly string[];
  /** Names of the options that were written; those that only have their default are not among them. */
  readonly given: readonly string[];
}

/** Strict: an unknown option or a wrong number of words is a usage error. */
export function parseArguments<O extends Options>(
  args: readonly string[],
  options: O,
  words: { readonly least: number; readonly most: number; readonly first?: string } = {
    least: 0,
    most: 0,
  },
): Parsed<O> {
  let parsed: Read<O>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError(complaint(error, args, options));
  }
  const count = parsed.positionals.length;
  if (count < words.least) throw new UsageError(`${words.first ?? 'an argument'} is missing`);
  if (count > words.most)
    throw new UsageError(`"${parsed.positionals[words.most] ?? ''}" is one argument too many`);
  const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  return { values: parsed.values, words: parsed.positionals, given };
}

// Node's own texts advise on shell quoting, and call a negative number "ambiguous".
function complaint(error: unknown, args: readonly string[], options: Options): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const option = /'(?:-\w, )?(--?[^\s'=]+)/.exec(message)?.[1] ?? '';
  const names = Object.keys(options).map((name) => `--${name}`);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = names.length === 0 ? '; there is none here' : `; known: ${names.join(', ')}`;
    return `unknown option "${option}"${nearestHint(option, names) || known}`;
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  if (options[option.slice(2)]?.type !== 'string') return `${option} takes no value`;
  const next = args[args.indexOf(option) + 1];
  if (next === undefined) return `${option} needs a value`;
  return `${option} needs a value; to give it "${next}", write ${option}=${next}`;
}
