// Gives a credential another name wherever an entry of the user's YAML names it; all other bytes stay.
import { isMap, isScalar, isSeq, parseDocument, visit, type Scalar } from 'yaml';

/** New text of backends.yaml or a unit.yaml; the same when it does not name the credential. */
export function editCredentialName(text: string, from: string, to: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new Error('the file has a syntax error; correct it first');
  const found: { readonly at: readonly [number, number]; readonly value: string }[] = [];
  const take = (node: unknown): void => {
    if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return;
    const renamed = renamedTo(node as Scalar<string>, from, to);
    if (renamed !== undefined) found.push({ at: [node.range[0], node.range[1]], value: renamed });
  };
  const list = document.get('backends', true);
  if (!isSeq(list)) return text;
  visit(list, {
    Pair: (_key, pair, path) => {
      const key = isScalar(pair.key) ? pair.key.value : undefined;
      if (key === 'api_key_env' || key === 'client_secret_env') take(pair.value);
      // `env` of a REST entry: the file's own name on the left, the credential on the right.
      const isRenaming = typeof key === 'string' && /^CREDENTIAL_/.test(key);
      const outer = path.at(-2);
      const isEnv = isRenaming && outer !== undefined && isPairOf(outer, 'env');
      if (isEnv && isMap(path.at(-1))) take(pair.value);
    },
  });
  return found
    .sort((a, b) => b.at[0] - a.at[0])
    .reduce((all, { at, value }) => `${all.slice(0, at[0])}${value}${all.slice(at[1])}`, text);
}

function renamedTo({ value }: Scalar<string>, from: string, to: string): string | undefined {
  const prefix = /^CREDENTIAL_/.exec(value)?.[0] ?? '';
  if (value.toUpperCase() === from) return to;
  return value.slice(prefix.length).toUpperCase() === from ? `${prefix}${to}` : undefined;
}

function isPairOf(node: unknown, name: string): boolean {
  const key = (node as { key?: unknown }).key;
  return isScalar(key) && key.value === name;
}
