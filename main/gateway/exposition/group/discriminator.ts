import type { Action, Diagnostic, Exposition } from '../model.ts';

/** The name of the field that picks the action; never one of the actions' own fields. */
export function discriminatorOf(
  namespace: string,
  actions: readonly Action[],
  exposition: Exposition,
): { readonly name: string; readonly diagnostics: readonly Diagnostic[] } {
  const wanted = exposition.namespaces.get(namespace)?.discriminator ?? exposition.discriminator;
  const isField = (name: string): boolean => actions.some(({ schema }) => schema.props.has(name));
  if (!isField(wanted)) return { name: wanted, diagnostics: [] };
  const to = firstFree(wanted, isField);
  return {
    name: to,
    diagnostics: [{ code: 'DISCRIMINATOR_RENAMED', namespace, from: wanted, to }],
  };
}

function firstFree(wanted: string, isField: (name: string) => boolean): string {
  for (const name of ['operation', 'op']) if (!isField(name)) return name;
  let count = 2;
  while (isField(`${wanted}_${count}`)) count += 1;
  return `${wanted}_${count}`;
}
