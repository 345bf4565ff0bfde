// Typed reading of what YAML gave. A wrong type is an error of the file; an absent key is undefined.
import { quote, type Findings, type KeyPath } from './findings.ts';
import { scalarText } from './scalar-text.ts';

export type RawMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is RawMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One mapping of the file, with its place. */
export class MapReader {
  readonly map: RawMap;
  readonly path: KeyPath;
  readonly findings: Findings;

  constructor(map: RawMap, path: KeyPath, findings: Findings) {
    this.map = map;
    this.path = path;
    this.findings = findings;
  }

  has(key: string): boolean {
    const value = this.raw(key);
    return value !== undefined && value !== null;
  }

  raw(key: string): unknown {
    return Object.hasOwn(this.map, key) ? this.map[key] : undefined;
  }

  /** Numbers and booleans count as text: `version: 1.0` is written without quotes everywhere. */
  text(key: string): string | undefined {
    return this.#read(key, 'a text', (value) =>
      typeof value === 'object' ? undefined : scalarText(value),
    );
  }

  boolean(key: string): boolean | undefined {
    return this.#read(key, 'true or false', (value) =>
      // Quoted by mistake often enough, and there is no doubt what is meant.
      value === 'true'
        ? true
        : value === 'false'
          ? false
          : typeof value === 'boolean'
            ? value
            : undefined,
    );
  }

  integer(key: string): number | undefined {
    return this.#read(key, 'a whole number', (value) => toInteger(value));
  }

  texts(key: string): readonly string[] | undefined {
    return this.#read(key, 'a list of texts', (value) => toTexts(value));
  }

  integers(key: string): readonly number[] | undefined {
    return this.#read(key, 'a list of whole numbers', (value) => toIntegers(value));
  }

  list(key: string): readonly unknown[] | undefined {
    return this.#read(key, 'a list', (value) =>
      Array.isArray(value) ? (value as unknown[]) : undefined,
    );
  }

  mapping(key: string): MapReader | undefined {
    const map = this.#read(key, 'a mapping', (value) => (isMap(value) ? value : undefined));
    return map && new MapReader(map, [...this.path, key], this.findings);
  }

  /** The mapping's entries, each of which must be a mapping itself. */
  mappings(key: string): readonly (readonly [string, MapReader])[] {
    const outer = this.mapping(key);
    if (outer === undefined) return [];
    return Object.keys(outer.map).flatMap((name) => {
      const inner = outer.mapping(name);
      if (inner === undefined && !outer.has(name)) outer.error(name, 'expected a mapping');
      return inner === undefined ? [] : [[name, inner] as const];
    });
  }

  /** A value of a closed set; anything else is an error that lists the set. */
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    return this.#read(key, allowed.map((word) => `"${word}"`).join(' or '), (value) =>
      allowed.find((word) => word === value),
    );
  }

  error(key: string | undefined, text: string): void {
    this.findings.error(key === undefined ? this.path : [...this.path, key], text);
  }

  warn(key: string | undefined, text: string): void {
    this.findings.warn(key === undefined ? this.path : [...this.path, key], text);
  }

  #read<T>(key: string, expected: string, take: (value: unknown) => T | undefined): T | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    const taken = take(value);
    if (taken === undefined) this.error(key, `expected ${expected}, got ${quote(value)}`);
    return taken;
  }
}

function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function toIntegers(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.map(toInteger);
  return numbers.some((number) => number === undefined) ? undefined : (numbers as number[]);
}

/** One text where a list is expected is a list of one. */
function toTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isList ? value.map(scalarText) : undefined;
}
