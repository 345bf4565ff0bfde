// What goes into an exposition and what comes out. Nothing here knows the gateway: the same code serves
// any list of tools.
import type { Charset, DescriptionMode } from '../../config/schema/exposition-rules.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

interface Suggestion {
  readonly tool: string;
  readonly reason?: string | undefined;
}

/** One tool as its unit or backend declares it. */
export interface ExposedTool {
  readonly unit?: string | undefined;
  /** The backend's own name; a call carries exactly this. */
  readonly name: string;
  readonly namespace?: string | undefined;
  /** `read`, `write`, `admin`, `dangerous` or an own word; absent when nothing was declared. */
  readonly access?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly tags?: readonly string[] | undefined;
  readonly annotations?: JsonObject | undefined;
  readonly idempotent?: boolean | undefined;
  readonly suggest?: readonly (Suggestion | null)[] | undefined;
  readonly compactDescription?: string | undefined;
  /** States of a connection in which the tool is open; absent: always. */
  readonly states?: readonly string[] | undefined;
  /** The backend checks arguments itself, by rules a schema cannot say. */
  readonly checksArguments?: boolean | undefined;
  /** Fields that reach a flat tool as they are: title, outputSchema, icons, _meta. */
  readonly extra?: JsonObject | undefined;
}

export interface NamespaceOptions {
  readonly description?: string | undefined;
  readonly discriminator?: string | undefined;
  readonly descriptionMode?: DescriptionMode | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** How tools are shown; every field has a default. */
export interface ExpositionOptions {
  readonly strategy?: string | undefined;
  readonly separator?: string | undefined;
  readonly discriminator?: string | undefined;
  readonly charset?: string | undefined;
  readonly description?: string | undefined;
  readonly minActions?: number | undefined;
  readonly namespaces?: Readonly<Record<string, NamespaceOptions>> | undefined;
  /** Longest name the client takes, below what the charset allows. */
  readonly nameLimit?: number | undefined;
  /** Names the client keeps for itself. */
  readonly reserved?: readonly string[] | undefined;
  /** False for clients that lose what is behind a `$ref`. */
  readonly keepRefs?: boolean | undefined;
}

export interface Exposition {
  readonly strategy: 'flat' | 'grouped';
  readonly separator: string;
  readonly discriminator: string;
  readonly charset: Charset;
  readonly description: DescriptionMode;
  readonly minActions: number;
  readonly namespaces: ReadonlyMap<string, NamespaceOptions>;
  readonly nameLimit: number;
  readonly reserved: ReadonlySet<string>;
  readonly keepRefs: boolean;
}

export interface TagFilter {
  readonly tags?: readonly string[] | undefined;
  readonly anyTag?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Something a person should know of; the surface stands. */
export interface Diagnostic {
  readonly code:
    | 'INVALID_NAME'
    | 'INVALID_FIELD'
    | 'TOO_MANY_DOTS'
    | 'DUPLICATE_ACTION'
    | 'NAME_COLLISION'
    | 'NAME_RESERVED'
    | 'INVALID_INPUT_SCHEMA'
    | 'UNRESOLVED_REF'
    | 'DISCRIMINATOR_RENAMED'
    | 'ANNOTATION_CONFLICT'
    | 'FILTER_EMPTY_ANYTAG'
    | 'TOO_MANY_TOOLS';
  readonly tool?: string;
  readonly detail?: string;
  readonly [fact: string]: unknown;
}

/** An input schema with its references resolved and a plain object at its root. */
export interface NormalSchema {
  /** In the order of their first appearance. */
  readonly props: ReadonlyMap<string, JsonObject>;
  readonly required: readonly string[];
  /** Undefined when the root says nothing. */
  readonly additionalProperties: unknown;
  readonly patterns: readonly string[];
  /** Further keywords of the root, in their original order. */
  readonly rest: JsonObject;
  /** What was lost by lowering the root, in words. */
  readonly notes: readonly string[];
  /** The original, when it is just what a flat tool shows. */
  readonly plain?: JsonObject;
  /** Recursive parts, referred to as `#/$defs/<key>`. */
  readonly defs: ReadonlyMap<string, JsonObject>;
}

/** Hints that are true of a tool; what is unknown is absent. */
export interface Hints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [other: string]: unknown;
}

/** A tool with its place among the others. */
export interface Action {
  /** `<namespace>.<action>`. */
  readonly id: string;
  readonly namespace: string;
  readonly action: string;
  readonly tool: ExposedTool;
  readonly schema: NormalSchema;
  readonly hints: Hints;
}

/** A tool read once: its place and schema, or why it cannot be listed. */
export interface ReadTool {
  /** Empty when its name makes none. */
  readonly id: string;
  readonly tool: ExposedTool;
  /** Absent when the tool is dropped. */
  readonly action?: Action;
  readonly diagnostics: readonly Diagnostic[];
}

export type ListedTool = JsonObject & { readonly name: string };
