// jq 1.8 and gojq take any pipeline as an object's value, `{ a: .x | length > 0 }`; jq 1.7 does not, and
// the DADL spec's own example is written so. Every explicit value is wrapped in parentheses.
const tokens =
  /#[^\n]*|"(?:[^"\\]|\\[^(]|\\\((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*\))*"|\$?[A-Za-z_]\w*(?:::\w+)*|\.[A-Za-z_]\w*|@\w+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\?\/\/=?|\/\/=?|[|+\-*/%]=|==|!=|<=|>=|\.\.|\s+|[^]/gy;

/** The same filter with its object values in parentheses. */
export function parenObjectValues(source: string): string {
  const all = [...source.matchAll(tokens)].map(([token]) => token);
  let at = 0;

  function take(): string {
    const token = all[at] ?? '';
    at += 1;
    return token;
  }

  function blanks(): string {
    let text = '';
    while (at < all.length && /^(\s+|#.*)$/.test(all[at] ?? '')) text += take();
    return text;
  }

  /** Copies up to one of `stops` outside of inner brackets and of if … end. */
  function sequence(stops: readonly string[]): string {
    let text = '';
    let ifs = 0;
    while (at < all.length) {
      const token = all[at] ?? '';
      if (ifs === 0 && stops.includes(token)) return text;
      if (token === 'if') ifs += 1;
      else if (token === 'end' && ifs > 0) ifs -= 1;
      if (token === '{') text += object();
      else if (token === '(' || token === '[') {
        text += take() + sequence([token === '(' ? ')' : ']']);
        text += take();
      } else text += take();
    }
    return text;
  }

  function object(): string {
    let text = take();
    for (;;) {
      text += blanks();
      if (at >= all.length) return text;
      if (all[at] === '}') return text + take();
      text += sequence([':', ',', '}']);
      if (all[at] === ':') {
        text += take() + blanks();
        const value = sequence([',', '}']);
        const kept = value.trimEnd();
        text += `(${kept})${value.slice(kept.length)}`;
      }
      if (all[at] === ',') text += take();
    }
  }

  return sequence([]);
}
