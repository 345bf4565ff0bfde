import type { CallerClass, CallerClassesFile } from '../../config/schema/settings.ts';

/**
 * Class of a client. `label` is the `--client` of the entry that started the bridge: written by the user
 * or the app, so it counts as installed. What a client says of itself never raises its class.
 */
export function classifyCaller(
  label: string | undefined,
  file: CallerClassesFile | undefined,
): CallerClass {
  if (label === undefined) return 'untrusted';
  if (file?.classes.trusted.some((pattern) => matchesGlob(pattern, label))) return 'trusted';
  // A broken caller-classes.yaml could have said anything: nobody gets more than the least.
  return file === undefined ? 'untrusted' : 'standard';
}

/** `*` is any text, `?` any one character; everything else is itself. */
function matchesGlob(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
}
