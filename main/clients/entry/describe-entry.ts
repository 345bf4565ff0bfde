import { launchIn, scriptOf } from './is-ours.ts';

/**
 * What an entry of somebody else starts, in a few words. Arguments, variables and the rest of an address may hold keys,
 * so all that is told is the program, the script of an interpreter, or the host.
 */
export function describeEntry(entry: unknown): string {
  const launch = launchIn(entry);
  if (launch !== undefined) {
    const script = scriptOf(launch);
    return script === undefined ? launch.command : `${launch.command} ${script}`;
  }
  const fields: readonly unknown[] =
    typeof entry === 'object' && entry !== null ? Object.values(entry) : [];
  const address = fields.find((value) => typeof value === 'string' && /^https?:\/\//i.test(value));
  return URL.canParse(String(address)) ? new URL(String(address)).origin : '';
}
