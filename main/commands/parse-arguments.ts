import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Strict: an unknown option or a wrong number of words is a usage error. */
export function parseArguments<O extends Options>(
  args: readonly string[],
  options: O,
  words: { readonly least: number; readonly most: number } = { least: 0, most: 0 },
): {
  readonly values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];
  readonly words: readonly string[];
} {
  let parsed: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const count = parsed.positionals.length;
  if (count < words.least) throw new UsageError('an argument is missing');
  if (count > words.most)
    throw new UsageError(`"${parsed.positionals[words.most] ?? ''}" is one argument too many`);
  return { values: parsed.values, words: parsed.positionals };
}
