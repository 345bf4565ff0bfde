/** The value that tells two calls of one tool apart: the first short text among the redacted parameters. */
export function mainArgument(params: string | null): string {
  if (params === null) return '';
  let parsed: unknown;
  try {
    parsed = JSON.parse(params);
  } catch {
    return '';
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return '';
  const first: unknown = Object.values(parsed)[0];
  const text = Array.isArray(first) ? first.join(', ') : first;
  if (typeof text !== 'string' && typeof text !== 'number') return '';
  const line = String(text);
  // A script or a whole question is no name for a call.
  return line.length <= 40 && !line.includes('\n') ? line : '';
}
