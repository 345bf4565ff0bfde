import type { BackendEntry } from '../../config/schema/backend-entry.ts';

const secretName = /authorization|cookie|token|secret|passw|credential|api[-_]?key|[-_]key$|^key$/i;

/** Keys that stand in a backend's entry itself: in headers, variables, options and the URL. */
export function entrySecrets(entry: BackendEntry): readonly string[] {
  const found: string[] = [];
  const named = (values: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(values)) {
      if (!secretName.test(name)) continue;
      // `Bearer abc`: the key alone turns up as well.
      found.push(value, value.replace(/^[A-Za-z]+ +/, ''));
    }
  };
  if ('headers' in entry) named(entry.headers);
  if (entry.transport === 'stdio') {
    named(entry.env);
    found.push(...optionSecrets(entry.args));
  }
  if ('url' in entry && entry.url !== undefined && URL.canParse(entry.url)) {
    const url = new URL(entry.url);
    found.push(decodeURIComponent(url.password));
    named(Object.fromEntries(url.searchParams));
  }
  return found.filter((secret) => secret.length >= 4);
}

/** `--token abc` and `--token=abc`. */
function optionSecrets(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const option = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg);
    if (option === null || !secretName.test(option[1] ?? '')) return [];
    return [option[2] ?? args[index + 1] ?? ''];
  });
}
