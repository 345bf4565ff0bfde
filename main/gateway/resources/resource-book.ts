import { once } from '../exposition/once.ts';
import type { Offering } from '../offers/offer-directory.ts';
import { isQualified, qualifiedUri } from './shown-uri.ts';
import { matchesTemplate, mayOverlap, parseTemplate, type UriTemplate } from './uri-template.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One thing to read, or a template of many. */
export interface BookEntry {
  readonly backend: string;
  /** As the backend knows it. */
  readonly uri: string;
  /** As clients see it: the same, or qualified where another backend claims it too. */
  readonly shown: string;
  /** As it is listed. */
  readonly listed: Fields;
}

interface TemplateEntry extends BookEntry {
  readonly pattern: UriTemplate;
}

/** The resources of all backends, each under a URI that is its own. */
export interface ResourceBook {
  readonly resources: readonly BookEntry[];
  readonly templates: readonly TemplateEntry[];
  /** By the backend's own URI: all that claim it. */
  readonly claims: ReadonlyMap<string, readonly BookEntry[]>;
  /** By the form in the list. */
  readonly byShown: () => ReadonlyMap<string, BookEntry>;
}

export function buildResourceBook(offerings: readonly Offering[]): ResourceBook {
  const found = offerings.flatMap(({ backend, offers }) =>
    offers.resources().map((raw) => ({ backend, raw, uri: raw.uri })),
  );
  const owners = new Map<string, number>();
  for (const { uri } of found) owners.set(uri, (owners.get(uri) ?? 0) + 1);
  const resources = found.map(({ backend, raw, uri }): BookEntry => {
    const isOwn = owners.get(uri) === 1 && !isQualified(uri);
    const shown = isOwn ? uri : qualifiedUri(backend, uri);
    return { backend, uri, shown, listed: { ...named(backend, raw), uri: shown } };
  });
  const claims = new Map<string, BookEntry[]>();
  for (const entry of resources) {
    const sharing = claims.get(entry.uri);
    if (sharing === undefined) claims.set(entry.uri, [entry]);
    else sharing.push(entry);
  }
  const templates = readTemplates(offerings, resources);
  return {
    resources,
    templates,
    claims,
    byShown: once(() => new Map([...resources, ...templates].map((each) => [each.shown, each]))),
  };
}

/** A template whose URIs another backend may know as well is qualified, and so is all that it expands to. */
function readTemplates(
  offerings: readonly Offering[],
  resources: readonly BookEntry[],
): readonly TemplateEntry[] {
  const found = offerings.flatMap(({ backend, offers }) =>
    offers.templates().map((raw) => ({ backend, raw, pattern: parseTemplate(raw.uriTemplate) })),
  );
  return found.map(({ backend, raw, pattern }) => {
    const uri = raw.uriTemplate;
    const isShared =
      isQualified(uri) ||
      found.some((other) => other.backend !== backend && mayOverlap(other.pattern, pattern)) ||
      resources.some((other) => other.backend !== backend && matchesTemplate(pattern, other.uri));
    const shown = isShared ? qualifiedUri(backend, uri) : uri;
    return { backend, uri, shown, pattern, listed: { ...named(backend, raw), uriTemplate: shown } };
  });
}

function named(backend: string, raw: Fields): Fields {
  const { name } = raw;
  return { ...raw, name: typeof name === 'string' && name !== '' ? `${backend}_${name}` : backend };
}
