import { quote } from './findings.ts';
import type { Param, ParamPlace } from './model.ts';
import type { MapReader } from './read-value.ts';

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'file_url'];
const places = ['path', 'query', 'header', 'body'] as const;

/** A tool's params, each with its place. */
export function parseToolParams(tool: MapReader): ReadonlyMap<string, Param> {
  return new Map(
    tool.mappings('params').map(([name, reader]) => {
      // The first runtime takes a param without a place for a path's; other places are never guessed.
      const place: ParamPlace = reader.oneOf('in', places) ?? 'path';
      const param = parseParam(name, reader);
      if (param.type === 'file_url' && place !== 'body')
        reader.error('in', `a file_url goes into the body, not into ${quote(place)}`);
      return [name, { ...param, in: place, required: param.required || place === 'path' }] as const;
    }),
  );
}

export function parseCompositeParams(composite: MapReader): ReadonlyMap<string, Param> {
  return new Map(
    composite.mappings('params').map(([name, reader]) => [name, parseParam(name, reader)] as const),
  );
}

function parseParam(name: string, reader: MapReader): Param {
  const type = reader.text('type') ?? 'string';
  if (!types.includes(type))
    reader.warn('type', `"${type}" is not a type of DADL; the value is passed on as it is`);
  const fallback = reader.raw('default');
  return {
    name,
    type,
    required: reader.boolean('required') ?? false,
    hasDefault: fallback !== undefined && fallback !== null,
    default: fallback,
    description: reader.text('description'),
  };
}
