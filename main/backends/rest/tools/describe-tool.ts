import type { ToolDescriptor } from '../../backend.ts';
import type { Composite, Param, RestTool } from '../dadl/model.ts';
import { effectiveParams } from './effective-params.ts';

const mostHintChars = 1000;

/** A tool as clients see it. */
export function describeTool(tool: RestTool): ToolDescriptor {
  const deprecated =
    tool.deprecated === undefined
      ? ''
      : `DEPRECATED${tool.deprecated === '' ? '' : `: ${tool.deprecated}`}${
          tool.replacedBy === undefined ? '' : ` — use ${tool.replacedBy} instead`
        }. `;
  const returns = tool.returns === undefined ? '' : ` Returns: ${tool.returns}`;
  return {
    name: tool.name,
    access: tool.access,
    description: `${deprecated}${tool.description.trim()}${afterText(tool)}${returns}`,
    inputSchema: inputSchema(effectiveParams(tool)),
    checksArguments: true,
    ...(tool.method === 'PUT' || tool.idempotencyHeader !== undefined ? { idempotent: true } : {}),
  };
}

export function describeComposite(composite: Composite): ToolDescriptor {
  return {
    name: composite.name,
    access: composite.access,
    description: `${composite.description.trim()}${afterText(composite)}`,
    inputSchema: inputSchema(composite.params),
    checksArguments: true,
    isComposite: true,
  };
}

function afterText({ hints, dependsOn }: Pick<RestTool, 'hints' | 'dependsOn'>): string {
  const needs = dependsOn.length === 0 ? '' : ` (uses: ${dependsOn.join(', ')})`;
  if (hints.length === 0) return needs;
  const text = hints.map(([key, value]) => `${key}: ${value.replace(/\r?\n/g, '\\n')}`).join('; ');
  return ` [${text.slice(0, mostHintChars)}]${needs}`;
}

function inputSchema(params: ReadonlyMap<string, Param>): Readonly<Record<string, unknown>> {
  const required = [...params.values()].filter((param) => param.required && !param.hasDefault);
  return {
    type: 'object',
    // Object.fromEntries, so that a param called __proto__ is a property like any other.
    properties: Object.fromEntries(
      [...params].map(([name, param]) => [name, propertySchema(param)]),
    ),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

const jsonTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

function propertySchema(param: Param): Readonly<Record<string, unknown>> {
  const type = param.type === 'file_url' ? 'string' : param.type;
  return {
    ...(jsonTypes.includes(type) && { type }),
    ...(param.description !== undefined && { description: param.description }),
    ...(param.hasDefault && { default: param.default }),
  };
}
