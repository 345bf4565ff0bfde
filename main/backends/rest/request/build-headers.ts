import { quote } from '../dadl/findings.ts';
import type { Param } from '../dadl/model.ts';
import { scalarText } from '../dadl/scalar-text.ts';
import { invalidInput } from '../rest-failure.ts';
import { argumentValue } from './argument-value.ts';

// Set by the runtime alone; a caller must not replace them.
const owned = [
  'content-type',
  'authorization',
  'content-length',
  'host',
  'transfer-encoding',
  'connection',
];

/** The file's headers with the caller's over them, lower-case. */
export function buildHeaders(
  defaults: Readonly<Record<string, string>>,
  params: ReadonlyMap<string, Param>,
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const headers: Record<string, string> = { ...defaults };
  delete headers['content-type'];
  for (const param of params.values()) {
    const name = param.name.toLowerCase();
    if (param.in !== 'header' || owned.includes(name)) continue;
    const value = argumentValue(param, args);
    const text = value === undefined || value === null ? '' : headerText(value);
    if (text === '') {
      if (param.required)
        throw invalidInput(
          `parameter ${quote(param.name)} is a required header and must not be empty`,
        );
      continue;
    }
    if (/[\r\n\0]/.test(text))
      throw invalidInput(`parameter ${quote(param.name)} holds a line break, which no header may`);
    headers[name] = text;
  }
  return headers;
}

function headerText(value: unknown): string {
  const text = Array.isArray(value) ? value.map(scalarText).join(',') : scalarText(value);
  // Node refuses characters above Latin-1 in a header; services that take them read UTF-8.
  return Buffer.from(text, 'utf8').toString('latin1');
}
