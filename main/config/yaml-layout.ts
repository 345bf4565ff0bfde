/** Where a node of the `yaml` package stands in its text: offsets of its start and of its value's end. */
export function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = (node as { range?: readonly [number, number, number] | null } | null | undefined)
    ?.range;
  return range ? [range[0], range[1]] : undefined;
}

/** The line end the user's file is written with. */
export function newline(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
