/**
 * DADL's dialect of JSONPath: the root, names, indexes and wildcards. Names may hold hyphens and most other
 * characters, which RFC 9535 refuses and real files use; what searches or compares is refused.
 */
type Step = { readonly name: string } | { readonly index: number } | 'every';

export interface JsonPath {
  readonly text: string;
  readonly steps: readonly Step[];
}

export type Match = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** Throws an Error that says what of the text is not in the dialect. */
export function parsePath(text: string): JsonPath {
  if (!text.startsWith('$')) throw new Error(`"${text}" must start with $`);
  const steps: Step[] = [];
  let rest = text.slice(1).trimEnd();
  while (rest !== '') {
    const [step, length] = nextStep(rest, text);
    steps.push(step);
    rest = rest.slice(length);
  }
  return { text, steps };
}

/** Without a wildcard the one value, or nothing; with one the list of matches, which may be empty. */
export function selectPath({ steps }: JsonPath, root: unknown): Match {
  let values = [root];
  for (const step of steps) values = values.flatMap((value) => children(value, step));
  if (steps.includes('every')) return { found: true, value: values };
  return values.length === 1 ? { found: true, value: values[0] } : { found: false };
}

/** A copy of the value in which every match is replaced; what the path does not reach is shared. */
export function replaceAtPath({ steps }: JsonPath, root: unknown, replacement: unknown): unknown {
  const replace = (value: unknown, at: number): unknown => {
    const step = steps[at];
    if (step === undefined) return replacement;
    if (Array.isArray(value)) {
      const list = value as unknown[];
      const wanted =
        step === 'every' ? undefined : 'index' in step ? toIndex(step.index, list) : -1;
      return list.map((item, index) =>
        wanted === undefined || wanted === index ? replace(item, at + 1) : item,
      );
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
      const hit = step === 'every' || ('name' in step && step.name === key);
      return [key, hit ? replace(item, at + 1) : item] as const;
    });
    return Object.fromEntries(entries);
  };
  return replace(root, 0);
}

function nextStep(rest: string, whole: string): readonly [Step, number] {
  const wildcard = /^(?:\.\*|\[\*\])/.exec(rest);
  if (wildcard !== null) return ['every', wildcard[0].length];
  const index = /^\[(-?\d+)\]/.exec(rest);
  if (index !== null) return [{ index: Number(index[1]) }, index[0].length];
  const quoted = /^\[(?:'([^']+)'|"([^"]+)")\]/.exec(rest);
  if (quoted !== null) return [{ name: quoted[1] ?? quoted[2] ?? '' }, quoted[0].length];
  const name = /^\.([^.[\]*\s]+)/.exec(rest);
  if (name === null) throw new Error(`"${whole}" has "${rest}", which is not supported`);
  const word = name[1] ?? '';
  if (/[<>]|[=!]=|&&|\|\|/.test(word)) {
    throw new Error(`"${whole}" compares or combines values, which is not supported`);
  }
  return [{ name: word }, name[0].length];
}

function children(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === 'every') return Object.values(value);
  if ('index' in step) {
    if (!Array.isArray(value)) return [];
    const list = value as unknown[];
    const at = toIndex(step.index, list);
    return at >= 0 && at < list.length ? [list[at]] : [];
  }
  // Own properties only: "__proto__" and "length" are not data.
  const isData = !Array.isArray(value) && Object.hasOwn(value, step.name);
  return isData ? [(value as Record<string, unknown>)[step.name]] : [];
}

function toIndex(index: number, list: readonly unknown[]): number {
  return index < 0 ? list.length + index : index;
}
