// A URI keeps its form: what a tool's answer links to must be what the client reads, and answers pass
// untouched. Only where two backends claim the same one does the list show it as
// `toolmesh://<backend>/<the URI as it is>`, which leads back by cutting the front off. The URI is not
// encoded in there, so that a template expands the same way inside.
const scheme = 'toolmesh://';

export function qualifiedUri(backend: string, uri: string): string {
  return `${scheme}${backend}/${uri}`;
}

/** Another gateway's qualified URI is qualified again, or it would lead into this one. */
export function isQualified(uri: string): boolean {
  return uri.startsWith(scheme);
}

export function parseQualified(
  uri: string,
): { readonly backend: string; readonly uri: string } | undefined {
  if (!isQualified(uri)) return undefined;
  const slash = uri.indexOf('/', scheme.length);
  if (slash === -1) return undefined;
  return { backend: uri.slice(scheme.length, slash), uri: uri.slice(slash + 1) };
}
