import type { GrantTarget } from './grants.ts';

interface Tuple {
  readonly user: string;
  readonly relation: string;
  readonly object: string;
}

/** What the server is asked: may the user execute the tool, given that the tool belongs to its unit. */
export function toCheck(
  user: string,
  { tool, unit }: GrantTarget,
): Tuple & { contextualTuples: Tuple[] } {
  const object = `tool:${toId(tool)}`;
  const belongs = { user: `unit:${toId(unit ?? '')}`, relation: 'unit', object };
  return {
    user: `user:${toId(user)}`,
    relation: 'can_execute',
    object,
    contextualTuples: unit === undefined ? [] : [belongs],
  };
}

/** `:`, `#`, `*` and spaces mean something to the server: `user:*` would be everybody. */
export function toId(name: string): string {
  return name.replace(
    /[^\w.@+-]/gu,
    (character) =>
      `%${Buffer.from(character, 'utf8')
        .toString('hex')
        .toUpperCase()
        .replace(/(..)(?=.)/g, '$1%')}`,
  );
}
