import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { LinkBook } from './link-book.ts';
import type { BookEntry, ResourceBook } from './resource-book.ts';
import { parseQualified, qualifiedUri } from './shown-uri.ts';
import { matchesTemplate } from './uri-template.ts';

/** A resource as its backend knows it. */
export interface ResourceTarget {
  readonly backend: string;
  readonly uri: string;
}

export interface ResourceView {
  readonly book: ResourceBook;
  /** The list this client knows; undefined before it asked for one. */
  readonly told: ResourceBook | undefined;
  readonly links: LinkBook;
  /** Names of the backends that have resources, those the client may use. */
  readonly backends: readonly string[];
}

/**
 * Whose a URI is. What the client was told counts first: the link of an answer, then its list. Then the
 * qualified form, the one backend that lists it, the one whose template fits, the only one there is.
 * Two that claim it are named to the client, never guessed between.
 */
export function findResource(uri: string, view: ResourceView): ResourceTarget {
  const { book, told, links, backends } = view;
  const linked = links.backendOf(uri);
  if (linked !== undefined && backends.includes(linked)) return { backend: linked, uri };
  const listed = told?.byShown().get(uri) ?? book.byShown().get(uri);
  if (listed !== undefined) return listed;
  const qualified = parseQualified(uri);
  if (qualified !== undefined && backends.includes(qualified.backend)) return qualified;
  const claimed = only(uri, book.claims.get(uri) ?? [], backends);
  if (claimed !== undefined) return claimed;
  const fitting = book.templates.filter(({ pattern }) => matchesTemplate(pattern, uri));
  const expanded = only(uri, fitting, backends);
  if (expanded !== undefined) return { backend: expanded.backend, uri };
  const [first, second] = backends;
  if (first !== undefined && second === undefined) return { backend: first, uri };
  throw unknown(uri, view);
}

/** The one backend among them, as far as the client may use it; undefined when there is none at all. */
function only(
  uri: string,
  entries: readonly BookEntry[],
  backends: readonly string[],
): BookEntry | undefined {
  const [first, ...rest] = entries.filter(({ backend }) => backends.includes(backend));
  // It may exist for others: the pipeline tells this client, and the audit, that it is denied.
  if (first === undefined) return entries[0];
  if (rest.every(({ backend }) => backend === first.backend)) return first;
  const names = [...new Set([first, ...rest].map(({ backend }) => backend))];
  const forms = names.map((backend) => `"${qualifiedUri(backend, uri)}"`).join(' or ');
  throw new GatewayError(
    'unknown-resource',
    `Resource "${uri}" is claimed by ${names.map((name) => `"${name}"`).join(' and ')}; ask for ${forms}`,
  );
}

function unknown(uri: string, { book, backends }: ResourceView): GatewayError {
  const names = book.resources
    .filter(({ backend }) => backends.includes(backend))
    .map(({ shown }) => shown);
  const hint = nearestHint(uri, names.slice(0, 1000));
  return new GatewayError(
    'unknown-resource',
    `Resource "${uri}" is of no backend that this client may use${hint}; resources/list has what there is`,
  );
}
