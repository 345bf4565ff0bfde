import { distance } from 'fastest-levenshtein';
import { quote } from '../dadl/findings.ts';
import type { Param } from '../dadl/model.ts';
import { invalidInput } from '../rest-failure.ts';
import { someOf } from '../../../platform/some-of.ts';

type Args = Readonly<Record<string, unknown>>;

const mostNames = 40;

/** Throws `invalid_input` with every fault of the arguments at once; types are not checked. */
export function checkArguments(tool: string, params: ReadonlyMap<string, Param>, args: Args): void {
  const faults = [...unknownFaults(params, args), ...missingFaults(params, args)];
  if (faults.length === 0) return;
  throw invalidInput(`tool ${quote(tool)}: ${faults.join('; ')}; ${declared(params)}`);
}

/** A null is a value only in a body, where it may mean "delete this". */
export function isSupplied(param: Param, args: Args): boolean {
  if (!Object.hasOwn(args, param.name) || args[param.name] === undefined) return false;
  return args[param.name] !== null || param.in === 'body';
}

function unknownFaults(params: ReadonlyMap<string, Param>, args: Args): readonly string[] {
  return Object.keys(args)
    .filter((name) => !params.has(name))
    .map((name) => {
      const nearest = nearestName(name, [...params.keys()]);
      const hint = nearest === undefined ? '' : ` (did you mean ${quote(nearest)}?)`;
      return `unknown parameter ${quote(name)}${hint}`;
    });
}

function missingFaults(params: ReadonlyMap<string, Param>, args: Args): readonly string[] {
  return [...params.values()]
    .filter((param) => param.required && !param.hasDefault && !isSupplied(param, args))
    .map(({ name }) => `missing required parameter ${quote(name)}`);
}

function declared(params: ReadonlyMap<string, Param>): string {
  if (params.size === 0) return 'it declares no parameters';
  const all = [...params.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = all.map(({ name, type, in: place, required }) => {
    const facts = [
      type,
      ...(place === undefined ? [] : [`in: ${place}`]),
      ...(required ? ['required'] : []),
    ];
    return `${name} (${facts.join(', ')})`;
  });
  return `declared parameters: ${someOf(texts, mostNames)}`;
}

function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[_\-. ]/g, '');
  const word = plain(wanted);
  const known = names.map((name) => ({ name, plain: plain(name) }));
  const equal = known.find((candidate) => candidate.plain === word);
  if (equal !== undefined) return equal.name;
  const first = (list: readonly { name: string; far: number }[]): string | undefined =>
    [...list].sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))[0]?.name;
  const containing = known
    .filter(
      ({ plain: own }) => own !== '' && word !== '' && (own.includes(word) || word.includes(own)),
    )
    .map(({ name, plain: own }) => ({ name, far: Math.abs(own.length - word.length) }));
  if (containing.length > 0) return first(containing);
  const most = Math.max(1, Math.floor(word.length / 3));
  return first(
    known
      .map(({ name, plain: own }) => ({ name, far: distance(word, own) }))
      .filter(({ far }) => far <= most),
  );
}
