// What an exposition may be configured as. No validator here: the settings file and the library that
// works without one both check by these rules.

export const strategies = ['flat', 'grouped'] as const;
export const charsets = ['strict', 'mcp'] as const;
export const descriptionModes = ['full', 'toon', 'compact'] as const;
export const filterKeys = ['tags', 'anyTag', 'exclude'] as const;

export type Charset = (typeof charsets)[number];
export type DescriptionMode = (typeof descriptionModes)[number];

/** Why a separator cannot be used; undefined when it can. An empty one would make `ab`+`c` and `a`+`bc` one name. */
export function separatorFault(separator: string, charset: Charset): string | undefined {
  const allowed = charset === 'mcp' ? /^[A-Za-z0-9_.-]{1,8}$/ : /^[A-Za-z0-9_-]{1,8}$/;
  if (allowed.test(separator)) return undefined;
  const signs =
    charset === 'mcp' ? 'letters, digits, "_", "-" and "."' : 'letters, digits, "_" and "-"';
  return `expected one to eight ${signs} (CONFIG_SEPARATOR)`;
}

/** Why a discriminator cannot be used; undefined when it can. */
export function discriminatorFault(name: string): string | undefined {
  const reaches = name === '__proto__' || name === 'constructor' || name === 'prototype';
  if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) && !reaches) return undefined;
  return 'expected a name of letters, digits, "_" and "-" that is no part of JavaScript objects (CONFIG_DISCRIMINATOR)';
}
