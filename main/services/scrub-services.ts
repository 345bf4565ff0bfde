import type { SecretScrubber } from '../gateway/credentials/secret-scrubber.ts';
import { hideInError } from '../gateway/stages/hide-secrets.ts';
import { GatewayError } from '../platform/gateway-error.ts';

type Anything = (...args: readonly unknown[]) => unknown;

/**
 * The same services without any known credential in what they answer, tell or throw. Texts come from
 * backends, files and servers; that none of them quotes a key is nothing to rely on.
 */
export function scrubServices<T extends object>(services: T, scrubber: SecretScrubber): T {
  const rethrow = (thrown: unknown): never => {
    throw thrown instanceof GatewayError ? hideInError(thrown, scrubber) : thrown;
  };
  const listening = (given: unknown): unknown =>
    typeof given === 'function'
      ? (...told: readonly unknown[]) =>
          (given as Anything)(...told.map((each) => scrubber.value(each)))
      : given;
  const wrap =
    (answer: Anything): Anything =>
    (...args) => {
      try {
        const value = answer(...args.map(listening));
        if (!(value instanceof Promise)) return scrubber.value(value);
        return value.then((late: unknown) => scrubber.value(late), rethrow);
      } catch (thrown) {
        return rethrow(thrown);
      }
    };
  return Object.fromEntries(
    Object.entries(services).map(([name, member]: [string, unknown]) => [
      name,
      typeof member === 'function' ? wrap(member as Anything) : member,
    ]),
  ) as T;
}
