export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

// The table grows with the product; above this the whole text counts as changed.
const mostCells = 250_000;

/** Two texts as one: what stayed, what came and what went, by words. */
export function changedWords(before: string, after: string): readonly TextPart[] {
  const [old, fresh] = [split(before), split(after)];
  if (old.length * fresh.length > mostCells)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  const parts: TextPart[] = [];
  const push = (kind: TextPart['kind'], text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  const lengths = common(old, fresh);
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [a, b] = [old[i], fresh[j]];
    if (a !== undefined && a === b) {
      push('same', a);
      i += 1;
      j += 1;
    } else if (
      b === undefined ||
      (a !== undefined && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      push('removed', a ?? '');
      i += 1;
    } else {
      push('added', b);
      j += 1;
    }
  }
  return inOnePiece(parts);
}

/** A lone blank between two changes is no anchor for the eye: what goes and what comes stand whole. */
function inOnePiece(parts: readonly TextPart[]): readonly TextPart[] {
  const pieces: TextPart[] = [];
  let [removed, blank, added] = ['', '', ''];
  const flush = (same: string): void => {
    const end = /\s*$/.exec(removed)?.[0] ?? '';
    if (end !== '' && added.endsWith(end)) {
      [removed, added] = [removed.slice(0, -end.length), added.slice(0, -end.length)];
      blank = end + blank;
    }
    if (removed !== '') pieces.push({ kind: 'removed', text: removed });
    if (added !== '') pieces.push({ kind: 'added', text: added });
    if (blank + same !== '') pieces.push({ kind: 'same', text: blank + same });
    [removed, blank, added] = ['', '', ''];
  };
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      [removed, blank, added] = [removed + blank, '', added + blank];
      if (kind === 'removed') removed += text;
      else added += text;
    } else if (removed + added !== '' && text.trim() === '') blank = text;
    else flush(text);
  }
  flush('');
  return pieces;
}

function split(text: string): readonly string[] {
  return text.match(/\s+|\S+/g) ?? [];
}

/** Length of the longest common run of words from each pair of places on. */
function common(old: readonly string[], fresh: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(fresh.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as number[];
      row[j] =
        old[i] === fresh[j]
          ? (rows[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(rows[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  return rows;
}
