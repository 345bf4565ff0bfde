// JSON Schema → TypeScript, for a model to read. What cannot be typed is `unknown`, never a missing tool.

type Schema = Readonly<Record<string, unknown>>;

// Enough for real tools; a schema that is deeper, or refers to itself, continues as `unknown`.
const maxDepth = 6;

/** The type of a value that fits `schema`; `root` resolves local references. */
export function declareType(schema: unknown, root: Schema, depth = 0): string {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema === false) return 'never';
  if (!isSchema(schema) || depth > maxDepth) return 'unknown';
  if (typeof schema['$ref'] === 'string') {
    return declareType(followRef(schema['$ref'], root), root, depth + 1);
  }
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union((schema['enum'] as unknown[]).map(literal));
  for (const word of ['anyOf', 'oneOf']) {
    const branches = schema[word];
    if (Array.isArray(branches)) {
      return union((branches as unknown[]).map((branch) => declareType(branch, root, depth + 1)));
    }
  }
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as unknown[]).map((part) => declareType(part, root, depth + 1));
    return [...new Set(parts)].join(' & ');
  }
  const type = schema['type'];
  if (Array.isArray(type)) {
    return union(
      (type as unknown[]).map((one) => declareType({ ...schema, type: one }, root, depth)),
    );
  }
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, root, depth);
    default:
      return type === 'object' || isSchema(schema['properties'])
        ? declareObject(schema, root, depth)
        : 'unknown';
  }
}

/** `{ a: string; b?: number }`, with the descriptions of the fields as comments at the top level. */
export function declareObject(schema: Schema, root: Schema, depth = 0): string {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const fields = Object.entries(properties).map(([name, value]) => {
    const mark = required.includes(name) ? '' : '?';
    const comment = depth === 0 ? fieldComment(value) : '';
    return `${comment}${fieldName(name)}${mark}: ${declareType(value, root, depth + 1)}`;
  });
  const rest = schema['additionalProperties'];
  if (fields.length === 0) {
    return isSchema(rest)
      ? `Record<string, ${declareType(rest, root, depth + 1)}>`
      : rest === false
        ? '{}'
        : 'Record<string, unknown>';
  }
  return depth === 0 ? `{\n    ${fields.join(';\n    ')};\n  }` : `{ ${fields.join('; ')} }`;
}

/** Quoted unless it is an identifier. */
export function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function fieldComment(value: unknown): string {
  const described = isSchema(value) ? value['description'] : undefined;
  const fallback =
    isSchema(value) && 'default' in value
      ? `default ${JSON.stringify(value['default'])}`
      : undefined;
  const text = [typeof described === 'string' ? described : undefined, fallback]
    .filter((part) => part !== undefined)
    .join('; ');
  return text === '' ? '' : `/** ${safeComment(text)} */ `;
}

/** One line, and no way out of the comment. */
export function safeComment(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('*/', '* /').trim();
}

function arrayType(schema: Schema, root: Schema, depth: number): string {
  const prefix = schema['prefixItems'];
  if (Array.isArray(prefix)) {
    return `[${(prefix as unknown[]).map((item) => declareType(item, root, depth + 1)).join(', ')}]`;
  }
  const item = declareType(schema['items'], root, depth + 1);
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return 'never';
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}

function followRef(ref: string, root: Schema): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodePart(part);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decodePart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
