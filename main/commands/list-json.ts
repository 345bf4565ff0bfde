import { print } from './print.ts';

/** What every command has that lists something for programs, too. */
export const jsonOption = { json: { type: 'boolean', default: false } } as const;

export function printJson(value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, 2));
}
