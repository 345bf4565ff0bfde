import {
  charsets,
  descriptionModes,
  discriminatorFault,
  separatorFault,
  strategies,
} from '../../config/schema/exposition-rules.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import type { Exposition, ExpositionOptions } from './model.ts';

const known = [
  ...['strategy', 'separator', 'discriminator', 'charset', 'description', 'minActions'],
  ...['namespaces', 'nameLimit', 'reserved', 'keepRefs'],
];

const longest = { strict: 64, mcp: 128 } as const;

/** Fills in defaults. Bad configuration throws here, at load, and then nothing is served. */
export function parseExposition(options: ExpositionOptions = {}): Exposition {
  refuseUnknown(options, known, '', 'CONFIG_EXPOSITION');
  const strategy = oneOf(strategies, options.strategy ?? 'grouped', 'strategy', 'CONFIG_STRATEGY');
  const charset = oneOf(charsets, options.charset ?? 'strict', 'charset', 'CONFIG_EXPOSITION');
  const description = oneOf(
    descriptionModes,
    options.description ?? 'full',
    'description',
    'CONFIG_EXPOSITION',
  );
  const { separator = '_', discriminator = 'action', minActions = 2 } = options;
  refuse(separatorFault(separator, charset), 'separator', separator, 'CONFIG_SEPARATOR');
  refuse(discriminatorFault(discriminator), 'discriminator', discriminator, 'CONFIG_DISCRIMINATOR');
  const namespaces = new Map(Object.entries(options.namespaces ?? {}));
  for (const [name, own] of namespaces) {
    if (own.discriminator === undefined) continue;
    const fault = discriminatorFault(own.discriminator);
    refuse(fault, `namespaces.${name}.discriminator`, own.discriminator, 'CONFIG_DISCRIMINATOR');
  }
  if (!Number.isInteger(minActions) || minActions < 1)
    throw fail('minActions', minActions, 'expected a whole number from 1 on', 'CONFIG_EXPOSITION');
  return {
    strategy,
    separator,
    discriminator,
    charset,
    description,
    minActions,
    namespaces,
    nameLimit: Math.max(20, Math.min(longest[charset], options.nameLimit ?? longest[charset])),
    reserved: new Set(options.reserved),
    keepRefs: options.keepRefs ?? true,
  };
}

/** A mistyped key must never be no key at all. */
export function refuseUnknown(
  options: object,
  keys: readonly string[],
  prefix: string,
  code: string,
): void {
  for (const [key, value] of Object.entries(options))
    if (!keys.includes(key))
      throw fail(`${prefix}${key}`, value, `unknown; known: ${keys.join(', ')}`, code);
}

/** An error of the configuration under its stable code. */
export function fail(key: string, value: unknown, why: string, code: string): GatewayError {
  const text = `exposition.${key}: ${why}, got ${value === undefined ? 'nothing' : JSON.stringify(value)}`;
  return new GatewayError('config-invalid', text, { data: { configCode: code } });
}

function oneOf<T extends string>(known: readonly T[], value: string, key: string, code: string): T {
  const found = known.find((each) => each === value);
  if (found === undefined) throw fail(key, value, `expected ${known.join(' or ')}`, code);
  return found;
}

function refuse(fault: string | undefined, key: string, value: unknown, code: string): void {
  if (fault !== undefined) throw fail(key, value, fault, code);
}
