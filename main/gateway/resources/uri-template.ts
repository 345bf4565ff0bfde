// As much of RFC 6570 as it takes to tell whose a URI is. No regular expressions: the template is a
// server's word, and one of its making could stall the gateway.
interface Part {
  readonly literal: string;
  /** Whether what stands before the literal may hold slashes: `{+path}`, `{#id}`, `{/a}`, `{?q}`. */
  readonly spansSlashes: boolean;
}

export interface UriTemplate {
  /** Before the first expression; the whole template when there is none. */
  readonly head: string;
  readonly parts: readonly Part[];
}

export function parseTemplate(text: string): UriTemplate {
  const parts: Part[] = [];
  let at = text.indexOf('{');
  const head = at === -1 ? text : text.slice(0, at);
  // Of `{a}{+b}` nobody can say where one ends: both together are one gap.
  let isWide = false;
  while (at !== -1) {
    const end = text.indexOf('}', at);
    if (end === -1) break;
    const expression = text.slice(at + 1, end);
    const next = text.indexOf('{', end);
    const literal = text.slice(end + 1, next === -1 ? undefined : next);
    isWide ||= /^[+#/?&.;]/.test(expression) || expression.endsWith('*');
    if (literal !== '' || next === -1) {
      parts.push({ literal, spansSlashes: isWide });
      isWide = false;
    }
    at = next;
  }
  return { head, parts };
}

export function matchesTemplate({ head, parts }: UriTemplate, uri: string): boolean {
  if (!uri.startsWith(head)) return false;
  let at = head.length;
  for (const [index, { literal, spansSlashes }] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const start = isLast ? uri.length - literal.length : uri.indexOf(literal, at);
    if (start < at || !uri.startsWith(literal, start)) return false;
    if (!spansSlashes && uri.slice(at, start).includes('/')) return false;
    at = start + literal.length;
  }
  return at === uri.length;
}

/** Whether one URI may come from both. */
export function mayOverlap(a: UriTemplate, b: UriTemplate): boolean {
  return a.head.startsWith(b.head) || b.head.startsWith(a.head);
}
