import { redactParams } from '../audit/redact-params.ts';

/** Arguments as a person reads them, without what is named like a secret. */
export function prettyArguments(args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(JSON.parse(redactParams(args)), null, 2);
}
