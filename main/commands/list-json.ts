import { UsageError } from './command.ts';
import { print } from './print.ts';

/** What every command has that lists something for programs, too. */
export const jsonOption = { json: { type: 'boolean', default: false } } as const;

export function printJson(value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, 2));
}

/** Only lists are printed as JSON; a program that asks it of another verb is told. */
export function expectNoJson(isAsked: boolean, verb: string): void {
  if (isAsked) throw new UsageError(`--json goes with the list, not with "${verb}"`);
}
