import { GatewayError } from '../../platform/gateway-error.ts';
import { toId } from './to-tuple.ts';

interface Tuple {
  readonly user: string;
  readonly relation: string;
  readonly object: string;
}

const relations: Readonly<Record<string, string>> = {
  'user plan': 'subscriber',
  'user company': 'member',
  'company plan': 'subscriber',
  'plan unit': 'associated_plan',
  'plan tool': 'associated_plan',
};

/** `user:alice` and `plan:home` as the server stores them: the two types say which relation is meant. */
export function grantTuple(subject: string, object: string): Tuple {
  const [from, to] = [split(subject), split(object)];
  const relation = relations[`${from.type} ${to.type}`];
  if (relation === undefined) {
    const pairs = Object.keys(relations).map((pair) => pair.replace(' ', ' and '));
    throw new GatewayError(
      'invalid-arguments',
      `"${subject}" and "${object}" make no grant; there are ${pairs.join(', ')}`,
    );
  }
  const everybody = from.type === 'user' && from.name === '*';
  const user = `${from.type}:${everybody ? '*' : toId(from.name)}${from.type === 'company' ? '#member' : ''}`;
  return { user, relation, object: `${to.type}:${toId(to.name)}` };
}

function split(text: string): { readonly type: string; readonly name: string } {
  const [, type, name] = /^(\w+):(.+)$/.exec(text) ?? [];
  if (type !== undefined && name !== undefined) return { type, name };
  throw new GatewayError('invalid-arguments', `"${text}" is not TYPE:NAME, like user:alice`);
}
