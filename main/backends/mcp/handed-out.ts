type Fields = Readonly<Record<string, unknown>>;

// A result with more than this is no list of links.
const mostUris = 1000;

/** URIs of the links and resources in a result: of a tool, a prompt or a read. */
export function handedOut(result: Fields): readonly string[] {
  const { content, contents, messages } = result;
  if (Array.isArray(content)) return urisIn(content);
  if (Array.isArray(contents)) return contents.slice(0, mostUris).flatMap(uriOf);
  if (Array.isArray(messages)) return urisIn(messages.map((each) => fieldsOf(each)?.['content']));
  return [];
}

function urisIn(blocks: readonly unknown[]): readonly string[] {
  const uris: string[] = [];
  for (const block of blocks) {
    const fields = fieldsOf(block);
    if (fields === undefined) continue;
    const { type, resource } = fields;
    if (type === 'resource_link') uris.push(...uriOf(fields));
    else if (type === 'resource') uris.push(...uriOf(resource));
    if (uris.length >= mostUris) break;
  }
  return uris;
}

function uriOf(value: unknown): readonly string[] {
  const uri = fieldsOf(value)?.['uri'];
  return typeof uri === 'string' && uri !== '' ? [uri] : [];
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}
