type Schema = Readonly<Record<string, unknown>>;

// Any of these says what a value may be; only without them is a parameter a text.
const typing = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

/** `{ a: { required: true } }` as JSON Schema: a closed object, whose parameters are texts unless they say otherwise. */
export function toJsonSchema(params: Readonly<Record<string, Schema>>): Schema {
  // In an object's own schema `required` is a list, as JSON Schema has it.
  const required = Object.entries(params)
    .filter(([, value]) => value['required'] === true)
    .map(([name]) => name);
  const properties = Object.entries(params).map(([name, { required: mark, ...rest }]) => {
    const kept = Array.isArray(mark) ? { ...rest, required: mark as unknown[] } : rest;
    return [name, typing.some((word) => word in kept) ? kept : { type: 'string', ...kept }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as unknown,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
