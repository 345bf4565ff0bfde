// Code mode: the built-in tools, then what is promoted. Every other visible tool is callable unlisted.
import { GatewayError } from '../../platform/gateway-error.ts';
import { nearestHint } from '../../platform/nearest-names.ts';
import type { Route } from '../route.ts';
import { effectiveHints } from './annotations.ts';
import type { ClientSurface, Finding } from './client-surface.ts';
import { once } from './once.ts';
import type { Surface } from './compile.ts';
import { actionIdOf } from './exposed-tools.ts';
import { inputSchemaOf } from './flat-tool.ts';
import { isObject } from './json.ts';
import type { Diagnostic, Exposition, JsonObject } from './model.ts';
import { findNamed, type NamedWorld } from './named-surface.ts';
import { suggestNext, type NextStep } from './suggest-next.ts';
import { toRoute } from './to-route.ts';
import type { ToolEntry } from './tool-registry.ts';
import { toWireName } from './wire-names.ts';

export interface CodeWorld extends NamedWorld {
  /** Every visible tool by name, for old names and for what is too much for the client as it is. */
  readonly compiled: () => Surface;
  /** More the client does not take. */
  readonly maxTools: number;
}

export function codeSurface(key: string, exposition: Exposition, world: CodeWorld): ClientSurface {
  const { registry, open, compiled, maxTools } = world;
  const builtIns = world.builtIns();
  const own = new Map(builtIns.map((route) => [route.canonicalName, route]));
  const promoted = new Map<string, ToolEntry>();
  for (const entry of registry.entries) {
    if (entry.promotedAs === undefined) continue;
    const name = toWireName({ raw: entry.promotedAs, id: actionIdOf(entry) }, exposition);
    if (!own.has(name)) promoted.set(name, entry);
  }
  const listedAs = new Map([...promoted].map(([name, entry]) => [actionIdOf(entry), name]));
  const isOpen = open === registry.entries ? undefined : new Set(open);
  const all = [
    ...builtIns.map((route) => listed(route.canonicalName, route)),
    ...[...promoted]
      .filter(([, entry]) => isOpen?.has(entry) ?? true)
      .map(([name, entry]) => listed(name, entry, schemaFor(entry, compiled))),
  ];
  // What is left out is promoted in vain, and still found and called.
  const tools = all.slice(0, maxTools);
  const canonical = (name: string): Route | undefined => {
    const entry = registry.byCanonicalName.get(name);
    return own.get(name) ?? (entry && toRoute(entry, registry));
  };
  const entryOf = (name: string): ToolEntry | undefined =>
    promoted.get(name) ?? registry.byCanonicalName.get(name);
  return {
    key,
    strategy: 'code',
    tools,
    json: once(() => JSON.stringify(tools)),
    diagnostics: all.length > maxTools ? [tooMany(all.length, maxTools)] : [],
    open,
    find: (name, args, previous) => {
      const builtIn = own.get(name);
      if (builtIn !== undefined) return { route: builtIn, args };
      const entry = entryOf(name);
      if (entry !== undefined) return { route: toRoute(entry, registry), args };
      // Names of a list one switch ago; those of any list would route without ever having been shown.
      const isOld = previous?.strategy !== 'code' && previous?.compiled().routes.has(name) === true;
      const found = isOld ? findNamed(compiled(), name, args, previous, world) : undefined;
      return found === undefined || ('error' in found && found.isUnknown)
        ? unknown(name, [...own.keys(), ...registry.byCanonicalName.keys()])
        : found;
    },
    stepsAfter: (name) => {
      const entry = registry.byCanonicalName.get(name);
      return entry === undefined ? [] : promotedSteps(entry, compiled, listedAs);
    },
    callOf: (entry) => ({ name: listedAs.get(actionIdOf(entry)) ?? entry.canonicalName }),
    canonical,
    canonicalOf: (name) => own.get(name)?.canonicalName ?? entryOf(name)?.canonicalName,
    compiled,
  };
}

function tooMany(tools: number, most: number): Diagnostic {
  return { code: 'TOO_MANY_TOOLS', tools, most, instead: `the first ${most} of them` };
}

function unknown(name: string, names: readonly string[]): Finding {
  const text = `Tool "${name}" does not exist${nearestHint(name, names)}; call discover_tools to list what this client may use`;
  return {
    isUnknown: true,
    error: new GatewayError('unknown-tool', text, { data: { tool: name } }),
  };
}

/** Suggested tools that this client sees listed, under the names it sees. */
function promotedSteps(
  entry: ToolEntry,
  compiled: () => Surface,
  listedAs: ReadonlyMap<string, string>,
): readonly NextStep[] {
  if (entry.tool.suggests === undefined) return [];
  const surface = compiled();
  const action = surface.actions.get(actionIdOf(entry));
  if (action === undefined) return [];
  return suggestNext(surface, action, ({ id }) => {
    const name = listedAs.get(id);
    return name === undefined ? undefined : { name };
  });
}

/** A tool as MCP lists it. */
function listed(
  name: string,
  { tool }: Pick<ToolEntry, 'tool'>,
  inputSchema: JsonObject = tool.inputSchema,
): JsonObject {
  const { hints } = effectiveHints({
    name: tool.name,
    access: tool.access === 'unclassified' ? undefined : tool.access,
    annotations: tool.annotations,
    idempotent: tool.idempotent,
  });
  return {
    ...tool.extra,
    name,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema,
    ...(tool.outputSchema !== undefined && { outputSchema: tool.outputSchema }),
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
  };
}

/** The schema as the backend wrote it, as long as the client can take it. */
function schemaFor(entry: ToolEntry, compiled: () => Surface): JsonObject {
  const { inputSchema } = entry.tool;
  if (isTaken(inputSchema)) return inputSchema;
  const action = compiled().actions.get(actionIdOf(entry));
  return action === undefined ? inputSchema : inputSchemaOf(action);
}

// Combinators at the root are refused, references lost; everything else goes through as it is.
function isTaken(schema: JsonObject): boolean {
  const hasCombinator = ['oneOf', 'anyOf', 'allOf'].some((word) => Object.hasOwn(schema, word));
  return !hasCombinator && !hasReference(schema);
}

function hasReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasReference);
  if (!isObject(value)) return false;
  return typeof value['$ref'] === 'string' || Object.values(value).some(hasReference);
}
