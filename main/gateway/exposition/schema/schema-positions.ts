// Where a JSON Schema holds schemas. Everything else is data and is never rewritten.

/** Keywords whose value is one schema (`items` of old drafts: a list). */
export const single: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
]);

/** Keywords whose value is a list of schemas. */
export const lists: ReadonlySet<string> = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);

/** Keywords whose value maps names to schemas. A name may be anything, `$ref` too. */
export const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
]);

/** Say something about the document, not about arguments; a client has no use for them. */
export const dropped: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
]);

/** What the value of a keyword is to a walk; absent: data. */
export const kinds: ReadonlyMap<string, 'one' | 'map' | 'dropped'> = new Map([
  ...[...single, ...lists].map((key) => [key, 'one'] as const),
  ...[...maps].map((key) => [key, 'map'] as const),
  ...[...dropped].map((key) => [key, 'dropped'] as const),
]);

export const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Text about a value; beside a `$ref` it overrides what the target says. */
export const remarks: ReadonlySet<string> = new Set([
  'description',
  'title',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
